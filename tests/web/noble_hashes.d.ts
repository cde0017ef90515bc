// The types of what web/vendor/noble_hashes.js holds.
export interface Xof {
  update(message: Uint8Array): Xof;
  xof(bytes: number): Uint8Array;
}
export const shake128: {
  (message: Uint8Array, options?: { dkLen?: number }): Uint8Array;
  create(): Xof;
};

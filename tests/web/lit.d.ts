// The types of the few things that web/vendor/lit.js holds.
export type Template = { readonly strings: TemplateStringsArray; readonly values: unknown[] };
export function html(strings: TemplateStringsArray, ...values: unknown[]): Template;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): Template;
export const nothing: unique symbol;
export function render(value: unknown, into: HTMLElement): unknown;
export function repeat<T>(
  items: Iterable<T>,
  key: (item: T, at: number) => unknown,
  template: (item: T, at: number) => unknown,
): unknown;
export function keyed(key: unknown, value: unknown): unknown;
export function live(value: unknown): unknown;
export function ref(callback: (element: Element | undefined) => void): unknown;
export class Directive {
  constructor(part?: unknown);
  render(...args: never[]): unknown;
  update(part: never, args: never): unknown;
}
export function directive<A extends unknown[]>(
  kind: new (part?: unknown) => { render(...args: A): unknown },
): (...args: A) => unknown;

// Every text of the page, in English. Another language is another set of files with the same names.
import { words as home } from "/words/en_home.js";
import { words as pages } from "/words/en_pages.js";
import { words as table } from "/words/en_table.js";

export const words = { ...home, ...table, ...pages };

// Texts in the page's sources, for tools/outside_the_catalogue.py: node texts_in_typescript.mjs <node_modules> <file>...
// Prints {file: {outside: [[line, text]], wrong: [[line, why]], texts: [text]}}: what a person could read that does not
// go through t, tn, tp or tx; calls of these that cannot work; and the texts of the others.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, ...files] = process.argv.slice(2);
const { parseAst } = await import(pathToFileURL(createRequire(`${modules}/`).resolve("rolldown/parseAst")).href);

// how many of the first arguments are texts
const CALLS = { t: 1, tx: 1, tn: 2, tp: 2 };
const READ_ATTRIBUTES = new Set(["title", "alt", "placeholder", "label", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext"]);
const UNREAD_ATTRIBUTES = new Set(["class", "className", "d", "transform", "style", "points", "viewBox", "href", "src", "id", "key", "for", "type", "name"]);
// developers read these
const UNREAD_CALLS = /^(console\.|document\.query|matchMedia|querySelector|closest|matches)/;
const LETTERS = /\p{L}{2,}/u;
const WORDS = /\p{L}{2,}[,.:;!?]* +\p{L}{2,}/u;
const WORD_AMONG_OTHERS = /(^|\s)\p{L}{2,}[,.:;!?]*\s|\s\p{L}{2,}[,.:;!?]*$/u;
const OWN = /\/[/*] no text/;
const ABOVE = /^\s*\{?\/[/*] no text/;

const answer = {};
for (const file of files) answer[file] = look(file);
console.log(JSON.stringify(answer));

function look(file) {
  const source = readFileSync(file, "utf8");
  const lines = source.split("\n");
  const found = { outside: [], wrong: [], texts: [] };
  // how many calls of the catalogue are around
  let depth = 0;
  const line = (node) => source.slice(0, node.start).split("\n").length;
  const out = (node, text) => {
    const at = line(node);
    if (!OWN.test(lines[at - 1]) && !ABOVE.test(lines[at - 2] ?? "")) found.outside.push([at, text.trim().replace(/\s+/g, " ")]);
  };
  const nothing = () => undefined;
  const VISITS = {
    CallExpression: call,
    NewExpression: nothing,
    ThrowStatement: nothing,
    ImportDeclaration: nothing,
    ImportExpression: nothing,
    ExportAllDeclaration: nothing,
    TSTypeAliasDeclaration: nothing,
    TSInterfaceDeclaration: nothing,
    TSTypeAnnotation: nothing,
    TSTypeParameterInstantiation: nothing,
    JSXAttribute: attribute,
    JSXText: (node) => LETTERS.test(node.value) && out(node, node.value),
    JSXElement: (node) => {
      walk(node.openingElement.attributes, "code");
      node.children.forEach((each) => walk(each.type === "JSXExpressionContainer" ? each.expression : each, "read"));
    },
    JSXFragment: (node) => node.children.forEach((each) => walk(each.type === "JSXExpressionContainer" ? each.expression : each, "read")),
    ConditionalExpression: (node, place) => {
      walk(node.test, "code");
      walk([node.consequent, node.alternate], place);
    },
    BinaryExpression: (node, place) => walk([node.left, node.right], node.operator === "+" ? place : "unread"),
    LogicalExpression: (node, place) => {
      walk(node.left, node.operator === "&&" ? "code" : place);
      walk(node.right, place);
    },
    MemberExpression: (node) => {
      walk(node.object, "code");
      if (node.computed) walk(node.property, "unread");
    },
    Property: (node, place) => walk(node.value, place === "read" ? "code" : place),
    Literal: written,
    TemplateLiteral: written,
  };
  walk(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts", astType: "ts" }, file), "code");
  return found;

  /** place: "code"; "read" where any letters would be read; "unread" where none would. */
  function walk(node, place) {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach((each) => walk(each, place));
    const visit = VISITS[node.type];
    if (visit) return visit(node, place);
    // a function between tags is code again
    for (const each of Object.values(node)) walk(each, /Function/.test(node.type) || place === "read" ? "code" : place);
  }

  function call(node, place) {
    const name = source.slice(node.callee.start, node.callee.end);
    if (!Object.hasOwn(CALLS, name)) {
      const inner = UNREAD_CALLS.test(name) ? "unread" : place === "unread" ? "unread" : "code";
      walk(node.callee, "unread");
      return walk(node.arguments, inner);
    }
    const texts = node.arguments.slice(0, CALLS[name]).map(literal);
    if (depth) found.wrong.push([line(node), `${name} inside another call is not extracted: give its text a name before`]);
    if (texts.includes(null) || texts.length < CALLS[name]) found.wrong.push([line(node), `${name} wants its text as it stands, not put together`]);
    else checked(node, name, texts);
    depth += 1;
    walk(node.arguments.slice(CALLS[name]), "code");
    depth -= 1;
  }

  function checked(node, name, texts) {
    found.texts.push(...(name === "tp" ? texts.slice(1) : texts));
    const values = node.arguments[CALLS[name] + (name === "tn" ? 1 : 0)];
    if (values && (values.type !== "ObjectExpression" || values.properties.some((each) => each.type === "SpreadElement"))) return;
    const given = new Set((values?.properties ?? []).map(({ key }) => key.name ?? key.value));
    if (name === "tn") given.add("n");
    const names = texts.slice(name === "tp" ? 1 : 0).join(" ").matchAll(/\{(\w+)\}/g);
    for (const [, each] of names) if (!given.has(each)) found.wrong.push([line(node), `{${each}} has no value`]);
  }

  function literal(node) {
    if (node.type === "Literal" && typeof node.value === "string") return node.value;
    if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].value.cooked;
    if (node.type !== "BinaryExpression" || node.operator !== "+") return null;
    const [left, right] = [literal(node.left), literal(node.right)];
    return left === null || right === null ? null : left + right;
  }

  function attribute(node) {
    const name = node.name.name;
    const place = READ_ATTRIBUTES.has(name) ? "read" : UNREAD_ATTRIBUTES.has(name) ? "unread" : "code";
    walk(node.value?.type === "JSXExpressionContainer" ? node.value.expression : node.value, place);
  }

  function written(node, place) {
    const text = node.type === "Literal" ? node.value : node.quasis.map((each) => each.value.cooked).join("{}");
    if (typeof text === "string" && place !== "unread") {
      const among = node.type === "Literal" ? WORDS.test(text) : node.quasis.some((each) => WORD_AMONG_OTHERS.test(each.value.cooked));
      if (place === "read" ? LETTERS.test(text.replaceAll("{}", "")) : among) out(node, text);
    }
    walk(node.expressions ?? [], "code");
  }
}

import { escapeText } from './escape-text.js'

type Values = {
  /** Texts by name. */
  texts?: Readonly<Record<string, string>>
  /** Conditions by name; unknown ones do not hold. */
  conditions?: Readonly<Record<string, boolean>>
}

const block = /[ \t]*<!--if (\w+)-->\n?(.*?)<!--end-->\n?/gs
const placeholder = /\{\{(\w+)\}\}/g

/**
 * Fills a page: `{{name}}` becomes the escaped text, and `<!--if name-->…<!--end-->` stays only while its condition
 * holds. Blocks cannot be nested. Texts are not searched for further placeholders.
 */
export function fillTemplate(html: string, { texts = {}, conditions = {} }: Values): string {
  return html
    .replace(block, (_all, name: string, content: string) => (conditions[name] ? content : ''))
    .replace(placeholder, (_all, name: string) => escapeText(texts[name] ?? ''))
}

export type DisplayTextRule = {
  /** In Unicode code points. */
  maxLength: number
  allowLineBreaks?: boolean
}

/** U+2028 and U+2029 are not control characters, but they break lines. */
const unprintable = /[\p{Cc}\u2028\u2029]/u
const lineBreak = /\r\n?|\n/g
/** Bidirectional controls, which make a text display in another order than it is written. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
/** The start of every tag, comment and declaration; `<3` and `a < b` are text. */
const markup = /<[a-z/!?]/i
/** Invisible characters that no script needs. They make a text look like another one. */
const hidden = /[\u00ad\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/u
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u
/** No script stacks this many marks on one letter, and normalizing long runs takes very long. */
const stacked = /\p{M}{17}/u

/**
 * Validates a text that is shown to others, and returns it trimmed and in NFC. Rejects characters
 * that could forge, hide or break text around it. A problem is the end of a sentence that starts
 * with the field's name.
 */
export function readDisplayText(
  text: string,
  { maxLength, allowLineBreaks = false }: DisplayTextRule,
): { value: string } | { problem: string } {
  if (!text.isWellFormed()) return { problem: 'must be valid Unicode' }
  // Check the length first, because later steps take time in proportion. A character has at most
  // two units.
  if (text.trim().length > 4 * maxLength) return tooLong(maxLength)
  if (stacked.test(text)) return { problem: 'must not stack more than 16 accents on one letter' }

  const value = text.normalize('NFC').trim().replace(lineBreak, '\n')
  const line = allowLineBreaks ? value.replaceAll('\n', ' ') : value
  if (unprintable.test(line)) {
    const which = allowLineBreaks ? 'other than line breaks' : 'or line breaks'
    return { problem: `must not contain control characters ${which}` }
  }
  if (direction.test(value)) {
    return { problem: 'must not contain characters that change the direction of text' }
  }
  if (markup.test(value)) return { problem: 'must be plain text without markup such as <b>' }
  if (hidden.test(value)) return { problem: 'must not contain invisible characters' }
  if (value !== '' && !visible.test(value)) return { problem: 'must contain a visible character' }
  return Array.from(value).length > maxLength ? tooLong(maxLength) : { value }
}

function tooLong(maxLength: number): { problem: string } {
  return { problem: `must have at most ${maxLength} characters` }
}

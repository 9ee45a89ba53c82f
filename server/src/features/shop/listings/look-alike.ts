import { createHash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'

/** Raise it when the hashes of a text change, to compute those of all listed shops again. */
export const lookAlikeVersion = 2

/** Zero-width and other invisible characters. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** Marks on Latin, Greek and Cyrillic letters. In other scripts, marks are letters. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)\p{M}/gu
/** Marks that belong to no script, after any character. */
const commonAccents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const separators = /[\s\p{Z}\p{P}]/gu
/** Symbols and emoji, which make a copy look genuine. */
const symbols = /\p{S}/gu
/** The code points of the letter A in squares and circles. These letters have no normal form. */
const enclosedAlphabets = [0x1f130, 0x1f150, 0x1f170] as const

/**
 * Returns hashes of a text. Two texts that share a hash look alike: they differ only in case,
 * accents, width, spaces, punctuation, symbols, invisible characters, or letters that Unicode lists
 * as confusable.
 */
export function lookAlikeHashes(text: string): string[] {
  const visible = text.replace(invisible, '')
  // A text of symbols alone is compared as it is.
  const letters = visible.replace(symbols, letterOf)
  const plain = withoutAccents(letters.trim() === '' ? visible : letters)
  // Some letters look alike only as capitals, others only as small letters.
  const spellings = [plain, plain.toLowerCase(), plain.toUpperCase()]
  return [...new Set(spellings.map(foldSpelling))].map(hash)
}

function foldSpelling(text: string): string {
  const letters = withoutAccents(unhomoglyph(text)).toLowerCase()
  // A text of punctuation alone is compared as it is.
  const joined = letters.replace(separators, '') || letters
  return joined.replaceAll('i', 'l').replaceAll('m', 'rn').replaceAll('vv', 'w')
}

/** Returns the letter that a symbol encloses, or else nothing. */
function letterOf(symbol: string): string {
  const normal = symbol.normalize('NFKD')
  if (/^\p{L}$/u.test(normal)) return normal
  const code = symbol.codePointAt(0) ?? 0
  const first = enclosedAlphabets.find((start) => code >= start && code < start + 26)
  return first === undefined ? '' : String.fromCharCode('A'.charCodeAt(0) + code - first)
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .replace(commonAccents, '')
    .replaceAll('\u027e', 'r')
}

/** A hash has a fixed length. The normal form of a name can exceed the limit of an index. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

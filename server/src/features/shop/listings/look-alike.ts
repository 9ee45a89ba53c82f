import { createHash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'

/** Raise it when the hashes of a text change. The hashes of all listed shops are then computed again. */
export const lookAlikeVersion = 1

/** Zero-width and other invisible characters. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** Marks of Latin, Greek and Cyrillic letters. In other scripts marks are letters of their own. */
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const separators = /[\s\p{Z}\p{P}]/gu

/**
 * Returns hashes of a text. Two texts that share a hash look alike: they differ only in case, accents, width, spaces,
 * punctuation, invisible characters, or letters that Unicode lists as confusable.
 */
export function lookAlikeHashes(text: string): string[] {
  const plain = withoutAccents(text).replace(invisible, '')
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

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(accents, '')
}

/** A hash has a fixed length. The normal form of a name can exceed the limit of an index. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

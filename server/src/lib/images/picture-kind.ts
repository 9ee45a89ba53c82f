export type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** Returns the kind of a picture by its first bytes, or null. Ignores the declared type. */
export function findPictureKind(content: Uint8Array): PictureKind | null {
  // One character per byte. A TextDecoder for latin1 is one for Windows-1252, which changes the
  // first byte of PNG.
  const start = String.fromCharCode(...content.subarray(0, 64))
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('ÿØÿ')) return 'jpeg'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'webp'
  return isAvif(start) ? 'avif' : null
}

/** Reads the brands of the first box. HEVC files start the same way, but with other brands. */
function isAvif(start: string): boolean {
  if (start.slice(4, 8) !== 'ftyp') return false
  const size = [...start.slice(0, 4)].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0)
  const brands: string[] = start.slice(8, size).match(/[\s\S]{4}/g) ?? []
  return brands.includes('avif') && !brands.includes('avis')
}

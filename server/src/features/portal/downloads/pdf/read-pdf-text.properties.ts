/** What a reader selects and copies: the texts of a PDF file that was written without compression, in their order. */
export function readPdfText(file: Buffer): string[] {
  const objects = new Map(
    Array.from(
      file.toString('latin1').matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm),
      ([, id, body]) => [id, body ?? ''] as const,
    ),
  )
  const fonts = new Map<string, string[]>()
  for (const body of objects.values()) {
    for (const [, name = '', id] of body.matchAll(/^\/(F\d+) (\d+) 0 R$/gm)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
      fonts.set(name, readLetters(objects.get(unicode) ?? ''))
    }
  }

  const streams = [...objects.values()].filter((body) => body.includes('\nBT\n'))
  return streams.flatMap((stream) =>
    Array.from(stream.matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*)\] TJ/g), ([, name = '', shown = '']) => {
      const letters = fonts.get(name) ?? []
      const glyphs = Array.from(shown.matchAll(/<([0-9a-f]+)>/g), ([, hex = '']) => hex).join('')
      const codes = glyphs.match(/.{4}/g) ?? []
      return codes.map((code) => letters[Number.parseInt(code, 16)] ?? '?').join('')
    }),
  )
}

/** What each glyph of a font stands for: several letters, where they are drawn as one. */
function readLetters(map: string): string[] {
  return Array.from(map.matchAll(/\[(<.*>)\]/g), ([, list = '']) => list)
    .flatMap((list) => list.match(/<[^>]*>/g) ?? [])
    .map((units) =>
      String.fromCharCode(
        ...(units.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)),
      ),
    )
}

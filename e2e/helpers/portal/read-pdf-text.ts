import { inflateSync } from 'node:zlib'

type Content = { dictionary: string; stream: string }

/** Extracts the text of a PDF file in reading order, and its metadata. */
export function readPdfText(file: Buffer): string {
  const objects = readObjects(file)
  const fonts = new Map<string, string[]>()
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const letters = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '')?.[1] ?? ''
      fonts.set(name, readLetters(objects.get(letters)?.stream ?? ''))
    }
  }

  const pages = [...objects.values()].filter(({ stream }) => /^BT$/m.test(stream))
  const written = pages.flatMap(({ stream }) => readShown(stream, fonts))
  const dictionaries = [...objects.values()].map(({ dictionary }) => dictionary)
  return [...written, ...dictionaries].join('\n')
}

function readObjects(file: Buffer): Map<string, Content> {
  const text = file.toString('latin1')
  const objects = new Map<string, Content>()
  for (const [, id = '', body = ''] of text.matchAll(/^(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/gm)) {
    const [dictionary = '', rest = ''] = body.split(/\r?\nstream\r?\n/)
    // Cuts by length, because the last byte may be a line break.
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0)
    const bytes = Buffer.from(rest, 'latin1').subarray(0, length)
    const isCompressed = dictionary.includes('/FlateDecode') && bytes.length > 0
    const stream = (isCompressed ? inflateSync(bytes) : bytes).toString('latin1')
    objects.set(id, { dictionary, stream })
  }
  return objects
}

/** Returns the character of each glyph of a font. */
function readLetters(map: string): string[] {
  const lists = Array.from(map.matchAll(/\[([^\]]*)\]/g), ([, list = '']) => list)
  const units = lists.flatMap((list) =>
    Array.from(list.matchAll(/<([^>]*)>/g), ([, hex = '']) => hex),
  )
  return units.map((hex) =>
    Buffer.from(hex.replaceAll(/\s/g, ''), 'hex').swap16().toString('utf16le'),
  )
}

function readShown(stream: string, fonts: ReadonlyMap<string, string[]>): string[] {
  const lines = stream.matchAll(/\/(F\d+) [\d.]+ Tf\s+\[([^\]]*)\] TJ/g)
  return Array.from(lines, ([, font = '', shown = '']) => {
    const letters = fonts.get(font) ?? []
    const glyphs = Array.from(shown.matchAll(/<([^>]*)>/g), ([, hex = '']) => hex).join('')
    return (glyphs.match(/.{4}/g) ?? [])
      .map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '?')
      .join('')
  })
}

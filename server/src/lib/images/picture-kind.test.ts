import { afterEach, describe, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** Decodes as the Encoding Standard demands. Some versions of Node return U+0089 for this byte. */
class Windows1252Decoder {
  decode(bytes: Uint8Array): string {
    return Buffer.from(bytes).toString('latin1').replaceAll('\x89', '‰')
  }
}

describe('findPictureKind', () => {
  test.each([
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\x24\x00\x00\x00WEBP'],
    ['avif', '\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00avif'],
    [null, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('default: %s, in every version of Node', async (kind, start) => {
    vi.stubGlobal('TextDecoder', Windows1252Decoder)
    vi.resetModules()
    const { findPictureKind } = await import('./picture-kind.js')
    expect(findPictureKind(Buffer.from(start, 'latin1'))).toBe(kind)
  })
})

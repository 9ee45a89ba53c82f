import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Address,
  checksumAddress,
  isSameAddress,
  knownAddress,
  parseAddress,
  parseHash,
  toWord,
} from './hex.js'

// The test vectors of EIP-55.
const checksummed = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
const [, , , , mixedCase = ''] = checksummed

const malformed = [
  '',
  '0x',
  mixedCase.slice(2),
  mixedCase.slice(0, -1),
  `${mixedCase}0`,
  ` ${mixedCase}`,
  `${mixedCase}\n`,
  mixedCase.replace('0x', '0X'),
  mixedCase.replace('5', 'g'),
  mixedCase.replace('5', '５'),
]

describe('parseAddress', () => {
  test.each(checksummed)('default: %s', (text) => {
    expect(parseAddress(text)).toBe(text.toLowerCase())
  })

  test('behavior: accepts a single case without checksum', () => {
    const upperCase = `0x${mixedCase.slice(2).toUpperCase()}`
    expect(parseAddress(mixedCase.toLowerCase())).toBe(mixedCase.toLowerCase())
    expect(parseAddress(upperCase)).toBe(mixedCase.toLowerCase())
    expect(parseAddress(`0x${'0'.repeat(40)}`)).toBe(`0x${'0'.repeat(40)}`)
  })

  test('error: rejects a wrong checksum', () => {
    expect(parseAddress(mixedCase.replace('aA', 'AA'))).toBeNull()
    expect(parseAddress(mixedCase.replace('aA', 'Aa'))).toBeNull()
  })

  test.each(malformed)('error: rejects %j', (text) => {
    expect(parseAddress(text)).toBeNull()
  })

  test('property: parses the result of checksumAddress', () => {
    check(
      fc.property(hexText(40), (text) => {
        const address = text as Address
        expect(parseAddress(checksumAddress(address))).toBe(address)
      }),
    )
  })

  test('property: accepts only the checksum among mixed cases', () => {
    check(
      fc.property(fc.mixedCase(hexText(40)), (text) => {
        const digits = text.slice(2)
        fc.pre(/[a-f]/.test(digits) && /[A-F]/.test(digits) && text.startsWith('0x'))
        const address = text.toLowerCase() as Address
        expect(parseAddress(text)).toBe(text === checksumAddress(address) ? address : null)
      }),
    )
  })
})

describe('checksumAddress', () => {
  test.each(checksummed)('default: %s', (text) => {
    expect(checksumAddress(text.toLowerCase() as Address)).toBe(text)
  })

  test('behavior: returns the same after many other addresses', () => {
    const before = checksumAddress(mixedCase.toLowerCase() as Address)
    for (let n = 0; n < 9_000; n += 1) {
      checksumAddress(`0x${n.toString(16).padStart(40, '0')}` as Address)
    }
    expect(checksumAddress(mixedCase.toLowerCase() as Address)).toBe(before)
    expect(before).toBe(mixedCase)
  })
})

describe('isSameAddress', () => {
  test('default', () => {
    expect(isSameAddress(mixedCase, mixedCase.toLowerCase())).toBe(true)
    expect(isSameAddress(mixedCase, checksummed[0] ?? '')).toBe(false)
  })

  test('behavior: ignores the checksum', () => {
    expect(isSameAddress(mixedCase, mixedCase.replace('aA', 'AA'))).toBe(true)
  })

  test.each(malformed)('error: rejects %j', (text) => {
    expect(isSameAddress(text, text)).toBe(false)
    expect(isSameAddress(text, mixedCase)).toBe(false)
    expect(isSameAddress(mixedCase, text)).toBe(false)
  })
})

describe('parseHash', () => {
  const hash = `0x${'aB'.repeat(32)}`

  test('default', () => {
    expect(parseHash(hash)).toBe(hash.toLowerCase())
  })

  test.each(['', '0x', mixedCase, hash.slice(2), hash.slice(0, -1), `${hash}0`, `${hash}\n`])(
    'error: rejects %j',
    (text) => {
      expect(parseHash(text)).toBeNull()
    },
  )

  test('property: ignores case', () => {
    check(
      fc.property(fc.mixedCase(hexText(64)), (text) => {
        fc.pre(text.startsWith('0x'))
        expect(parseHash(text)).toBe(text.toLowerCase())
      }),
    )
  })
})

function check<Values>(property: fc.IProperty<Values>): void {
  fc.assert(property, { seed: 1, numRuns: 1_000 })
}

function hexText(length: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
    .map((digits) => `0x${digits}`)
}

describe('knownAddress', () => {
  test('default', () => {
    expect(knownAddress('0x52908400098527886E0F7030069857D2E4169EE7')).toBe(
      '0x52908400098527886e0f7030069857d2e4169ee7',
    )
  })

  test('error: throws on an invalid address', () => {
    expect(() => knownAddress('0x52908400098527886E0F7030069857D2E4169Ee7')).toThrow(
      'not an address',
    )
  })
})

describe('toWord', () => {
  test.each([
    [
      'an address',
      '0x52908400098527886e0f7030069857d2e4169ee7',
      '52908400098527886e0f7030069857d2e4169ee7',
    ],
    ['a number', 0x60, '60'],
    ['zero', 0n, '0'],
  ])('default: pads %s to 32 bytes', (_name, value, digits) => {
    expect(toWord(value)).toBe(digits.padStart(64, '0'))
  })
})

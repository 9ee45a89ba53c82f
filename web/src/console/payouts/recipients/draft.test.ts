import { describe, expect, test } from 'vitest'
import {
  addRecipient,
  compareDrafts,
  type Draft,
  draftOf,
  findProblems,
  isSameDraft,
  maxShareOf,
  parseShare,
  removeRecipient,
  setAddress,
  setShare,
  toggleLock,
} from './draft.js'

const address = (digit: string) => `0x${digit.repeat(40)}`
const [a, b, c] = [address('a'), address('b'), address('c')]
const platform = { address: address('f'), sharesBps: 50, role: 'platform' }

const aDraft = (...shares: number[]): Draft =>
  draftOf(
    [
      ...shares.map((sharesBps, index) => ({
        address: [a, b, c][index] ?? '',
        sharesBps,
        role: 'partner',
      })),
      platform,
    ],
    { platformBps: 50, owner: a },
  )

const sharesOf = ({ recipients }: Draft) => recipients.map(({ bps }) => bps)
const sumOf = (draft: Draft) => sharesOf(draft).reduce((sum, bps) => sum + bps, draft.platformBps)

describe('setShare', () => {
  test('default: the others give what it takes, in proportion', () => {
    expect(sharesOf(setShare(aDraft(7_950, 1_500, 500), a, 8_950))).toEqual([8_950, 750, 250])
  })

  test('behavior: a typed share stays while another one is typed', () => {
    const first = setShare(aDraft(7_950, 1_500, 500), a, 7_750)
    const second = setShare(first, b, 1_600)
    expect(sharesOf(second)).toEqual([7_750, 1_600, 600])
    expect(sharesOf(setShare(second, c, 700))).toEqual([7_650, 1_600, 700])
  })

  test('behavior: a locked share never changes', () => {
    const locked = toggleLock(aDraft(7_950, 1_500, 500), c)
    expect(maxShareOf(locked, a)).toBe(9_449)
    expect(sharesOf(setShare(locked, a, 9_999))).toEqual([9_449, 1, 500])
    const both = toggleLock(locked, b)
    expect(setShare(both, a, 100)).toBe(both)
  })

  test('behavior: any edits keep the sum, and no share below 0.01 %', () => {
    let draft = aDraft(7_950, 1_500, 500)
    let seed = 7
    const random = (max: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % max
    }
    for (let step = 0; step < 3_000; step += 1) {
      const keys = draft.recipients.map(({ key }) => key)
      const key = keys[random(keys.length)] ?? ''
      const kind = random(8)
      if (kind === 0 && keys.length < 15) draft = addRecipient(draft, `new-${step}`)
      else if (kind === 1 && keys.length > 1) draft = removeRecipient(draft, key)
      else if (kind === 2) draft = toggleLock(draft, key)
      else draft = setShare(draft, key, random(11_000))
      expect(sumOf(draft), `step ${step}`).toBe(10_000)
      expect(Math.min(...sharesOf(draft)), `step ${step}`).toBeGreaterThanOrEqual(1)
    }
  })
})

describe('draftOf', () => {
  test('default: a shop without a split pays its owner', () => {
    const draft = draftOf(null, { platformBps: 50, owner: a })
    expect(draft.recipients).toMatchObject([{ address: a, bps: 9_950, isKnown: false }])
  })
})

describe('findProblems', () => {
  test('default', () => {
    const draft = addRecipient(addRecipient(aDraft(5_000, 4_950), 'x'), 'y')
    const typed = setAddress(setAddress(draft, 'x', ` ${a} `), 'y', '0x9b02')
    expect([...findProblems(typed, platform.address)]).toEqual([
      ['x', 'twice'],
      ['y', 'address'],
    ])
    const paid = setAddress(aDraft(9_950), a, platform.address)
    expect([...findProblems(paid, platform.address).values()]).toEqual(['platform'])
  })
})

describe('compareDrafts', () => {
  test('default: kept, new and gone', () => {
    const before = aDraft(7_950, 1_500, 500)
    const changed = setAddress(addRecipient(removeRecipient(before, b), 'x'), 'x', address('d'))
    expect(compareDrafts(before, changed).map(({ address: of, ...rest }) => [of, rest])).toEqual([
      [a, { label: '', before: 7_950, after: expect.any(Number) }],
      [c, { label: '', before: 500, after: expect.any(Number) }],
      [address('d'), { label: '', before: null, after: 100 }],
      [b, { label: '', before: 1_500, after: null }],
    ])
    expect(isSameDraft(before, aDraft(7_950, 1_500, 500))).toBe(true)
    expect(isSameDraft(before, changed)).toBe(false)
  })
})

describe('parseShare', () => {
  test.each([
    ['12.5', 1_250],
    ['12,34 %', 1_234],
    ['0', null],
    ['1.234', null],
    ['101', null],
    ['', null],
  ])('default: %s', (text, bps) => {
    expect(parseShare(text)).toBe(bps)
  })
})

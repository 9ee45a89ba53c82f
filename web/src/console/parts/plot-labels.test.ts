import { describe, expect, test } from 'vitest'
import { apart } from './plot-labels.js'

describe('apart', () => {
  const place = (labels: { texts: string[]; y: number }[]) =>
    apart(labels, { height: 10, bottom: 100 }).map(({ texts, y }) => `${texts[0]} ${y}`)

  test('default: labels that have room stay where they are', () => {
    const labels = [
      { texts: ['b', '2'], y: 60 },
      { texts: ['a', '1'], y: 20 },
    ]
    expect(place(labels)).toEqual(['a 20', 'b 60'])
  })

  test('behavior: of two at the same place, the second moves down', () => {
    const labels = [
      { texts: ['a', '1'], y: 20 },
      { texts: ['b', '2'], y: 21 },
    ]
    expect(place(labels)).toEqual(['a 20', 'b 42'])
  })

  test('behavior: labels at the bottom move up', () => {
    const labels = [
      { texts: ['a', '1'], y: 100 },
      { texts: ['b'], y: 100 },
    ]
    expect(place([{ texts: ['a', '1'], y: 100 }])).toEqual(['a 90'])
    expect(place(labels)).toEqual(['a 78', 'b 100'])
  })
})

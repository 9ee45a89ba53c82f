import { describe, expect, test } from 'vitest'
import { centered, clampCrop, moveCrop, squareOf } from './crop.js'

const wide = { width: 400, height: 200 }

describe('squareOf', () => {
  test('default: the largest square in the middle', () => {
    expect(squareOf(wide, centered)).toEqual({ left: 100, top: 0, side: 200 })
    expect(squareOf(wide, { ...centered, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 })
  })
})

describe('moveCrop', () => {
  test('default: the picture follows the pointer', () => {
    const moved = moveCrop(wide, centered, { dx: 50, dy: 0, view: 100 })
    expect(squareOf(wide, moved)).toEqual({ left: 0, top: 0, side: 200 })
  })

  test('behavior: the square stays within the picture', () => {
    const moved = moveCrop(wide, centered, { dx: -9_999, dy: -9_999, view: 100 })
    expect(squareOf(wide, moved)).toEqual({ left: 200, top: 0, side: 200 })
    const zoomed = clampCrop(wide, { x: 2, y: -1, zoom: 99 })
    expect(squareOf(wide, zoomed)).toEqual({ left: 350, top: 0, side: 50 })
  })
})

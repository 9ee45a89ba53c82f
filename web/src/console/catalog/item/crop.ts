/** Which square of a picture is kept: its center, as parts of the width and height, and a zoom. */
export type Crop = { x: number; y: number; zoom: number }

export type Size = { width: number; height: number }

export const centered: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const maxZoom = 4

/** Returns the square in pixels of the picture. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}

/** Returns a crop whose square is within the picture. */
export function clampCrop(size: Size, crop: Crop): Crop {
  const zoom = Math.min(Math.max(crop.zoom, 1), maxZoom)
  const side = Math.min(size.width, size.height) / zoom
  const clamp = (place: number, length: number) => {
    const margin = side / 2 / length
    return Math.min(Math.max(place, margin), 1 - margin)
  }
  return { x: clamp(crop.x, size.width), y: clamp(crop.y, size.height), zoom }
}

/** Returns a crop moved by pixels of a view that is so wide. */
export function moveCrop(
  size: Size,
  crop: Crop,
  { dx, dy, view }: { dx: number; dy: number; view: number },
): Crop {
  const perPixel = squareOf(size, crop).side / view
  return clampCrop(size, {
    ...crop,
    x: crop.x - (dx * perPixel) / size.width,
    y: crop.y - (dy * perPixel) / size.height,
  })
}

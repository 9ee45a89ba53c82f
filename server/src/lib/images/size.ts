/** In pixels. A few bytes can decompress into gigabytes, so the declared size is limited. */
export const maxSide = 8_192

export function isGoodSize(width: number, height: number): boolean {
  return isGoodSide(width) && isGoodSide(height)
}

function isGoodSide(side: number): boolean {
  return side >= 1 && side <= maxSide
}

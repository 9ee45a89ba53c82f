/** In pixels. A few bytes can unfold into gigabytes, so what they say of their size is limited too. */
export const maxSide = 8_192

export function isGoodSize(width: number, height: number): boolean {
  return isGoodSide(width) && isGoodSide(height)
}

function isGoodSide(side: number): boolean {
  return side >= 1 && side <= maxSide
}

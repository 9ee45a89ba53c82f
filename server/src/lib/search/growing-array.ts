type NumberArray = Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** A typed array that grows at its end. */
export type GrowingArray<Values extends NumberArray> = {
  /** The pushed values, followed by spare capacity. A push may replace the array. */
  values: Values
  length: number
}

export function growingArray<Values extends NumberArray>(empty: Values): GrowingArray<Values> {
  return { values: empty, length: 0 }
}

export function push<Values extends NumberArray>(array: GrowingArray<Values>, value: number): void {
  if (array.length === array.values.length) array.values = enlarge(array.values)
  array.values[array.length] = value
  array.length += 1
}

function enlarge<Values extends NumberArray>(values: Values): Values {
  const Kind = values.constructor as new (length: number) => Values
  const larger = new Kind(Math.max(2, values.length * 2))
  larger.set(values)
  return larger
}

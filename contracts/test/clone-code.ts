import { type Address, concatHex, type Hex, numberToHex, size } from 'viem'

/** Returns the creation code that CloneCode produces, to compute addresses without a chain. */
export function cloneCode(implementation: Address, args: Hex): Hex {
  return concatHex([
    '0x61',
    numberToHex(50 + size(args), { size: 2 }),
    '0x80600a5f395ff3',
    '0x36600557005b365f5f375f5f365f73',
    implementation,
    '0x5af43d5f5f3e5f3d91603057fd5bf3',
    args,
  ])
}

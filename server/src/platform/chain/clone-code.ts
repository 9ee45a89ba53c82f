import type { Address } from '../../lib/hex.js'
import type { Hex } from './chain.js'

/** The clone's code around the implementation address; see `contracts/src/lib/CloneCode.sol`. */
const head = '36600557005b365f5f375f5f365f73'
const tail = '5af43d5f5f3e5f3d91603057fd5bf3'

/** Returns the code of a clone of `implementation`, with `args` after its last instruction. */
export function cloneCode({ implementation, args }: { implementation: Address; args: Hex }): Hex {
  return `0x${head}${implementation.slice(2)}${tail}${args.slice(2)}`
}

/** Returns the init code of a clone. Its hash determines the clone's address. */
export function cloneInitCode(clone: { implementation: Address; args: Hex }): Hex {
  const code = cloneCode(clone).slice(2)
  const size = (code.length / 2).toString(16).padStart(4, '0')
  return `0x61${size}80600a5f395ff3${code}`
}

/** Returns the arguments of a clone of `implementation`, or `null` when `code` is not one. */
export function readCloneArgs(code: Hex, implementation: Address): Hex | null {
  const start = cloneCode({ implementation, args: '0x' })
  return code.toLowerCase().startsWith(start) ? `0x${code.slice(start.length).toLowerCase()}` : null
}

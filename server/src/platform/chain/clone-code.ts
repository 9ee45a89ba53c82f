import type { Address } from '../../lib/hex.js'
import type { Hex } from './chain.js'

/** The two ends of a clone's code, around the address it runs: `contracts/src/lib/CloneCode.sol`. */
const head = '36600557005b365f5f375f5f365f73'
const tail = '5af43d5f5f3e5f3d91603057fd5bf3'

/** The code of a clone that runs `implementation` and has `args` behind its last instruction. */
export function cloneCode({ implementation, args }: { implementation: Address; args: Hex }): Hex {
  return `0x${head}${implementation.slice(2)}${tail}${args.slice(2)}`
}

/** The code that creates it; its hash decides the clone's address. */
export function cloneInitCode(clone: { implementation: Address; args: Hex }): Hex {
  const code = cloneCode(clone).slice(2)
  const size = (code.length / 2).toString(16).padStart(4, '0')
  return `0x61${size}80600a5f395ff3${code}`
}

/** The arguments of a clone of `implementation`; `null` when `code` is not one. */
export function readCloneArgs(code: Hex, implementation: Address): Hex | null {
  const start = cloneCode({ implementation, args: '0x' })
  return code.toLowerCase().startsWith(start) ? `0x${code.slice(start.length).toLowerCase()}` : null
}

import type { Address } from '../../../lib/hex.js'
import type { Chain } from '../chain.js'
import {
  type Contract,
  depositImplementation,
  paymentGateway,
  splitFactory,
  splitImplementation,
} from '../contracts.js'
import { paymentGatewayAbi } from '../generated/payment-gateway.js'
import { splitFactoryAbi } from '../generated/split-factory.js'
import { isContractFault } from '../is-contract-fault.js'

type Reader = Pick<Chain, 'findCode' | 'readContract'>

/**
 * Returns the problem with a deployed contract, as the end of a sentence, or `null`. Its implementation must be the one
 * that addresses are computed from; otherwise money would be sent to addresses without an owner.
 *
 * @throws when the chain does not respond.
 */
export async function verifyContract(chain: Reader, contract: Contract): Promise<string | null> {
  if (!(await chain.findCode(contract.address))) return 'has no code'
  const expected = expectedOf(contract)
  try {
    const actual = await readImplementation(chain, contract)
    if (actual.toLowerCase() !== expected) return `runs ${actual}, not ${expected}`
  } catch (error) {
    if (!(await isContractFault(error))) throw error
    return 'does not behave as expected'
  }
  return (await chain.findCode(expected)) ? null : `runs ${expected}, where there is no code`
}

function expectedOf({ name }: Contract): Address {
  if (name === splitFactory.name) return splitImplementation
  if (name === paymentGateway.name) return depositImplementation
  throw new Error(`unknown implementation of ${name}`)
}

function readImplementation(chain: Reader, { name, address }: Contract): Promise<Address | string> {
  return name === splitFactory.name
    ? chain.readContract({ address, abi: splitFactoryAbi, functionName: 'implementation' })
    : chain.readContract({
        address,
        abi: paymentGatewayAbi,
        functionName: 'depositImplementation',
      })
}

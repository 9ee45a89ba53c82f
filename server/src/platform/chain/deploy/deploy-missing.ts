import { checksumAddress } from '../../../lib/hex.js'
import type { Chain } from '../chain.js'
import { formatCoin } from './format-coin.js'
import { type Patience, type Signer, sendContract } from './send-contract.js'
import type { Step } from './survey-deployment.js'
import { verifyContract } from './verify-contract.js'

/**
 * Puts what is missing on the chain, one after the other, and looks whether it is what it should be. Says what it does,
 * and returns whether everything went well; nothing is sent after something that did not.
 *
 * @throws when the chain cannot be asked.
 */
export async function deployMissing(
  chain: Chain,
  input: {
    steps: readonly Step[]
    signer: Signer
    patience: Patience
    say: (line: string) => void
  },
): Promise<boolean> {
  const { steps, signer, patience, say } = input
  // Counted here from then on: a node behind a balancer may not have seen the last one yet.
  let nonce = await chain.getNonce(signer.wallet, 'latest')
  for (const step of steps) {
    if (step.kind !== 'missing') continue
    const { contract, gas } = step
    say(`Sending ${contract.name} ...`)
    const outcome = await sendContract(chain, { contract, gas, nonce, signer, patience })
    if (outcome.kind === 'refused') {
      say(`It was not sent: ${outcome.reason}.`)
      return false
    }
    if (outcome.kind === 'unknown') {
      say(`It is not in a block yet: ${outcome.hash}. Run this again once it is.`)
      return false
    }

    nonce += 1
    const { hash, blockNumber, gasUsed, effectiveGasPrice, isSuccess } = outcome.receipt
    const cost = formatCoin(gasUsed * effectiveGasPrice, signer.chainId)
    say(`In block ${blockNumber}: ${hash}, ${gasUsed} gas used, ${cost}`)
    const problem = isSuccess ? await verifyContract(chain, contract) : 'was not made: it reverted'
    if (problem !== null) {
      say(`${contract.name} at ${checksumAddress(contract.address)} ${problem}.`)
      return false
    }
  }
  return true
}

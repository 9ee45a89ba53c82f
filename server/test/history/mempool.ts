import { type Action, hashOf, type ModelTransaction } from './chain.js'
import { type Draft, elsewhere, thirdParty } from './payments.js'

/** Creates the pending transactions of a history. */
export function createMempool(choose: (below: number) => number) {
  const pending: ModelTransaction[] = []
  /** Transactions of buyers and third parties. */
  const submitted: ModelTransaction[] = []
  let counter = 0

  function make(draft: Draft): ModelTransaction {
    counter += 1
    return { ...draft, hash: hashOf(`transaction ${counter}`) }
  }

  return {
    pending,
    submitted,
    /** Returns the hash of a transaction that does not exist. */
    unknownHash: () => hashOf(`none ${counter}`),
    submit(draft: Draft): ModelTransaction {
      const transaction = make(draft)
      pending.push(transaction)
      submitted.push(transaction)
      return transaction
    },
    callByThirdParty(...actions: Action[]): void {
      pending.push(make({ from: thirdParty, to: elsewhere, value: 0n, actions }))
    },
    /** Takes pending transactions for a block, in any order, mixed with unrelated ones. */
    takeSome(max: number): ModelTransaction[] {
      const batch: ModelTransaction[] = []
      while (pending.length > 0 && batch.length < max) {
        batch.push(...pending.splice(choose(pending.length), 1))
        if (choose(3) === 0) {
          const noise = { kind: 'noise' } as const
          batch.unshift(make({ from: thirdParty, to: elsewhere, value: 0n, actions: [noise] }))
        }
      }
      return batch
    },
  }
}

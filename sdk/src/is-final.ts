const finalStatuses: readonly string[] = ['reconciled', 'refunded']

/**
 * Returns whether the status of a receipt is final: the service no longer changes it. Stop
 * polling then. A payment is final on chain when its receipt is `reconciled`; before that, a
 * reorganization of the chain can undo it. You can still refund a reconciled receipt.
 *
 * @example
 * const receipt = await client.receipts.getStatus('INV-1001')
 * if (isFinal(receipt)) clearInterval(timer)
 */
export function isFinal({ status }: { status: string }): boolean {
  return finalStatuses.includes(status)
}

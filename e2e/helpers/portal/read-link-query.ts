import type { SendRequest } from '../client.js'

/**
 * Returns the query of a receipt's payment link, which opens the whole page: `?recipient=…&k=…`.
 */
export async function readLinkQuery(program: SendRequest, receiptId: string): Promise<string> {
  const { status, body } = await program<{ paymentUrl: string }>(`GET /api/receipts/${receiptId}`)
  if (status !== 200) throw new Error(`Cannot load the receipt: ${JSON.stringify(body)}`)
  const { searchParams } = new URL(body.paymentUrl)
  searchParams.delete('redirect_url')
  return `?${searchParams}`
}

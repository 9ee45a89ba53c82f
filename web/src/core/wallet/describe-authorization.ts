/** EIP-3009's ReceiveWithAuthorization and the token it is for. Times are Unix seconds. */
type Authorization = {
  domain: { name: string; version: string; chainId: number; verifyingContract: string }
  message: {
    from: string
    to: string
    value: string
    validAfter: number
    validBefore: number
    nonce: string
  }
}

const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  ReceiveWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
}

/**
 * Serializes an authorization for `eth_signTypedData_v4`, as JSON text, which every wallet accepts.
 */
export function describeAuthorization({ domain, message }: Authorization): string {
  return JSON.stringify({ types, primaryType: 'ReceiveWithAuthorization', domain, message })
}

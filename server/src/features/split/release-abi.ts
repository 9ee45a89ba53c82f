/** What a recipient calls, in the notation wallets and libraries read. */
export const releaseAbi = [
  'function release(address token, address account) returns (uint256)',
  'function release(address account) returns (uint256)',
  'function distribute(address token) returns (uint256)',
] as const

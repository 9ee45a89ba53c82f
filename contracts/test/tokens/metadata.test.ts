import { keccak256, stringToHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFixture, type Fixture, signedTokens } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})

const authorization =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'
const typehashes = {
  PERMIT_TYPEHASH:
    'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  TRANSFER_WITH_AUTHORIZATION_TYPEHASH: `TransferWithAuthorization${authorization}`,
  RECEIVE_WITH_AUTHORIZATION_TYPEHASH: `ReceiveWithAuthorization${authorization}`,
  CANCEL_AUTHORIZATION_TYPEHASH: 'CancelAuthorization(address authorizer,bytes32 nonce)',
}

describe('metadata', () => {
  test.each([
    ['usdc', { name: 'USDC', symbol: 'USDC', decimals: 6, version: '2' }],
    ['eurc', { name: 'EURC', symbol: 'EURC', decimals: 6, version: '2' }],
    ['usdt', { name: 'Tether USD', symbol: 'USDT', decimals: 6 }],
  ] as const)('default, %s', async (name, metadata) => {
    const { chain, tokens } = fixture
    for (const [functionName, expected] of Object.entries(metadata)) {
      expect(await chain.read({ ...tokens[name], functionName })).toBe(expected)
    }
  })

  test.each(signedTokens)('behavior: the type hashes of %s match the EIPs', async (name) => {
    const { chain, tokens } = fixture
    for (const [functionName, type] of Object.entries(typehashes)) {
      const expected = keccak256(stringToHex(type))
      expect(await chain.read({ ...tokens[name], functionName })).toBe(expected)
    }
  })
})

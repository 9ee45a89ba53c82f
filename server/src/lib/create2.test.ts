import fc from 'fast-check'
import { getContractAddress, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { create2Address, firstChildAddress, hashText, keccak } from './create2.js'
import type { Address } from './hex.js'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array) => `0x${Buffer.from(array).toString('hex')}` as const)
const address = hex(20).map((text) => text as Address)
const code = fc.integer({ min: 0, max: 300 }).chain(hex)

describe('create2Address', () => {
  test('default: an example of EIP-1014', () => {
    const deployer = '0x00000000000000000000000000000000deadbeef' as Address
    const salt = `0x${'cafebabe'.padStart(64, '0')}` as const
    expect(create2Address({ deployer, salt, initCode: '0xdeadbeef' })).toBe(
      '0x60f3f640a8508fc6a86d45df051962668e1e8ac7',
    )
  })

  test('property: agrees with the library', () => {
    fc.assert(
      fc.property(address, hex(32), code, (deployer, salt, initCode) => {
        const otherContractAddress = getContractAddress({
          opcode: 'CREATE2',
          from: deployer,
          salt,
          bytecode: initCode,
        })
        expect(create2Address({ deployer, salt, initCode })).toBe(
          otherContractAddress.toLowerCase(),
        )
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})

describe('firstChildAddress', () => {
  test('property: agrees with the library', () => {
    fc.assert(
      fc.property(address, (parent) => {
        const otherContractAddress = getContractAddress({
          opcode: 'CREATE',
          from: parent,
          nonce: 1n,
        })
        expect(firstChildAddress(parent)).toBe(otherContractAddress.toLowerCase())
      }),
      { seed: 2, numRuns: 200 },
    )
  })
})

describe('keccak', () => {
  test('property: agrees with the library', () => {
    fc.assert(
      fc.property(code, (data) => {
        expect(keccak(data)).toBe(keccak256(data))
      }),
      { seed: 3, numRuns: 200 },
    )
  })
})

describe('hashText', () => {
  test('default: the topic of a transfer', () => {
    expect(hashText('Transfer(address,address,uint256)')).toBe(
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    )
  })
})

import { describe, expect, test } from 'vitest'
import { createSpendPermission } from './create-spend-permission.js'

const account = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const permission = {
  manager: '0x00000000000000000000000000000000000000a1',
  spender: '0x00000000000000000000000000000000000000a2',
  token: '0x00000000000000000000000000000000000000a3',
  chainId: 84_532,
  allowance: '12500000',
  periodSeconds: 2_592_000,
}

describe('createSpendPermission', () => {
  test('default', () => {
    const input = { plan: { permission }, account, start: 1_767_268_800, salt: 7n }
    const { permissionData, typedData } = createSpendPermission(input)

    expect(permissionData).toEqual({
      account,
      spender: permission.spender,
      token: permission.token,
      allowance: '12500000',
      period: 2_592_000,
      start: 1_767_268_800,
      end: 2_082_628_800,
      salt: '7',
      extraData: '0x',
    })
    expect(typedData).toMatchObject({
      domain: {
        name: 'Spend Permission Manager',
        version: '1',
        chainId: 84_532,
        verifyingContract: permission.manager,
      },
      primaryType: 'SpendPermission',
      message: permissionData,
    })
    const fields = typedData.types.SpendPermission.map(({ type, name }) => `${type} ${name}`)
    expect(fields.join()).toBe(
      'address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData',
    )
  })

  test('behavior: starts now, or when the trial ends', () => {
    const before = Math.floor(Date.now() / 1_000)
    const { start } = createSpendPermission({ plan: { permission }, account }).permissionData
    expect(start).toBeGreaterThanOrEqual(before)
    expect(start).toBeLessThan(before + 60)
    const plan = { permission: { ...permission, start: 1_900_000_000 } }
    expect(createSpendPermission({ plan, account }).permissionData.start).toBe(1_900_000_000)
  })

  test('behavior: every permission has another salt below 2^256', () => {
    const salts = Array.from({ length: 100 }, () =>
      BigInt(createSpendPermission({ plan: { permission }, account }).permissionData.salt),
    )
    expect(new Set(salts).size).toBe(100)
    expect(salts.every((salt) => salt < 2n ** 256n)).toBe(true)
  })

  test.each(['', '0x12', 'alice.eth', `${account}0`])('error: account %j', (wrong) => {
    expect(() => createSpendPermission({ plan: { permission }, account: wrong })).toThrow(TypeError)
  })
})

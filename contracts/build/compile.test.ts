import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatArtifacts } from './artifacts.js'
import { compileContracts } from './compile.js'
import { currentArtifacts } from './current-artifacts.js'
import { hashSources, readSources } from './read-sources.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contracts-'))
  mkdirSync(join(root, 'src'))
  mkdirSync(join(root, 'test'))
})
afterEach(() => rmSync(root, { recursive: true }))

const head = '// SPDX-License-Identifier: MIT\npragma solidity 0.8.37;\n'
function write(path: string, body: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `${head}${body}\n`)
}

describe('compileContracts', () => {
  test('default', () => {
    write('src/b/Second.sol', 'contract Second { function two() external {} }')
    write(
      'src/First.sol',
      'import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";\n' +
        'contract First { function one(uint256 n) external pure returns (string memory) { return Strings.toString(n); } }',
    )
    write('test/Third.sol', 'interface IThird { function three() external; }')

    const { contracts, sourceHash } = compileContracts(root)

    expect(Object.keys(contracts)).toEqual(['First', 'Second'])
    expect(contracts['Second']).toMatchObject({
      abi: [{ type: 'function', name: 'two' }],
      bytecode: expect.stringMatching(/^0x[0-9a-f]+$/),
      deployedBytecode: expect.stringMatching(/^0x[0-9a-f]+$/),
    })
    expect(sourceHash).toBe(hashSources(readSources(root)))
  })

  test('behavior: a comment changes the hash but not the code', () => {
    write('src/A.sol', 'contract A { function a() external {} }')
    const before = compileContracts(root)
    write('src/A.sol', '/// @notice Does a.\ncontract A { function a() external {} }')
    const after = compileContracts(root)
    expect(after.contracts).toEqual(before.contracts)
    expect(after.sourceHash).not.toBe(before.sourceHash)
  })

  test('behavior: records where the runtime code holds immutable values', () => {
    write(
      'src/A.sol',
      'contract A { address public immutable a = msg.sender; uint256 public immutable b = block.number; }',
    )
    const { immutables = [], deployedBytecode = '0x' } = compileContracts(root).contracts['A'] ?? {}
    expect(immutables).toHaveLength(2)
    for (const offset of immutables.flat()) {
      expect(deployedBytecode.slice(2 + 2 * offset, 2 + 2 * offset + 64)).toBe('0'.repeat(64))
    }
  })

  test('error: throws the message of the compiler', () => {
    write('src/A.sol', 'contract A { function a() external { b(); } }')
    expect(() => compileContracts(root)).toThrow(/Undeclared identifier.*\n.*src\/A\.sol:3/)
  })

  test('error: throws on a warning', () => {
    write('src/A.sol', 'contract A { function a() external { uint256 unused; } }')
    expect(() => compileContracts(root)).toThrow('Warning')
  })

  test('error: throws on an unknown import', () => {
    write('src/A.sol', 'import {B} from "./B.sol"; contract A {}')
    expect(() => compileContracts(root)).toThrow('src/B.sol is neither a source nor a library file')
  })

  test('error: throws on two contracts with the same name', () => {
    write('src/A.sol', 'contract A { function a() external {} }')
    write('test/B.sol', 'contract A { function b() external {} }')
    expect(() => compileContracts(root)).toThrow('Two contracts are named A.')
  })
})

describe('currentArtifacts', () => {
  test('default', () => {
    write('src/A.sol', 'contract A { function a() external {} }')
    const compiled = currentArtifacts(root)
    expect(compiled).toEqual(compileContracts(root))

    const keptArtifacts = { ...compiled, contracts: {} }
    writeFileSync(join(root, 'artifacts.json'), formatArtifacts(keptArtifacts))
    expect(currentArtifacts(root)).toEqual(keptArtifacts)

    write('src/A.sol', 'contract A { function b() external {} }')
    expect(currentArtifacts(root).contracts['A']?.abi).toMatchObject([{ name: 'b' }])
  })
})

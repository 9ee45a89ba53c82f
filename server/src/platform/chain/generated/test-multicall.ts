// Generated from contracts/artifacts.json: npm run generate

export const testMulticallAbi = [
  {
    "inputs": [
      {
        "components": [
          {
            "name": "target",
            "type": "address"
          },
          {
            "name": "allowFailure",
            "type": "bool"
          },
          {
            "name": "callData",
            "type": "bytes"
          }
        ],
        "name": "calls",
        "type": "tuple[]"
      }
    ],
    "name": "aggregate3",
    "outputs": [
      {
        "components": [
          {
            "name": "success",
            "type": "bool"
          },
          {
            "name": "returnData",
            "type": "bytes"
          }
        ],
        "name": "results",
        "type": "tuple[]"
      }
    ],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "name": "account",
        "type": "address"
      }
    ],
    "name": "getEthBalance",
    "outputs": [
      {
        "name": "balance",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

/** Runtime code. */
export const testMulticallCode =
  '0x6080806040526004361015610012575f80fd5b5f3560e01c9081634d2301cc146103c357506382ad56cb14610032575f80fd5b60207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261036a5760043567ffffffffffffffff811161036a573660238201121561036a5780600401359067ffffffffffffffff821161036a576024810190602436918460051b01011161036a576100b36100ae8361047f565b61043b565b918083527fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe06100e18261047f565b015f5b8181106103a35750505f5b8181106101c157836040518091602082016020835281518091526040830190602060408260051b8601019301915f905b82821061012e57505050500390f35b919360206060827fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc060019597998495030186527fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f84808c5180511515865201516040828601528051918291826040880152018686015e5f85828601015201160101960192019201859493919261011f565b6101cc818385610497565b3573ffffffffffffffffffffffffffffffffffffffff8116810361036a576101f5828486610497565b6040810135907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe18136030182121561036a57019081359167ffffffffffffffff831161036a5760200190823603821361036a57825f80949381946040519384928337810182815203925af1903d1561039b573d9167ffffffffffffffff831161036e576102a960207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f8601160161043b565b9283523d5f602085013e5b80159081610350575b156102f2576001926102cd61041b565b9115825260208201526102e08287610504565b526102eb8186610504565b50016100ef565b60646040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152601760248201527f4d756c746963616c6c333a2063616c6c206661696c65640000000000000000006044820152fd5b50602061035e838688610497565b013580151581146102bd575b5f80fd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b6060916102b4565b6020906103ae61041b565b5f8152606083820152828288010152016100e4565b3461036a5760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261036a576004359073ffffffffffffffffffffffffffffffffffffffff8216820361036a57602091318152f35b604051906040820182811067ffffffffffffffff82111761036e57604052565b907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f604051930116820182811067ffffffffffffffff82111761036e57604052565b67ffffffffffffffff811161036e5760051b60200190565b91908110156104d75760051b810135907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa18136030182121561036a570190565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b80518210156104d75760209160051b01019056'

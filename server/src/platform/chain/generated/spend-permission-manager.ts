// Generated from contracts/artifacts.json: npm run generate

export const spendPermissionManagerAbi = [
  {
    "inputs": [
      {
        "internalType": "uint48",
        "name": "currentTimestamp",
        "type": "uint48"
      },
      {
        "internalType": "uint48",
        "name": "end",
        "type": "uint48"
      }
    ],
    "name": "AfterSpendPermissionEnd",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint48",
        "name": "currentTimestamp",
        "type": "uint48"
      },
      {
        "internalType": "uint48",
        "name": "start",
        "type": "uint48"
      }
    ],
    "name": "BeforeSpendPermissionStart",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "ERC721TokenNotSupported",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "allowance",
        "type": "uint256"
      }
    ],
    "name": "ExceededSpendPermission",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "expected",
        "type": "address"
      }
    ],
    "name": "InvalidSender",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidSignature",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint48",
        "name": "start",
        "type": "uint48"
      },
      {
        "internalType": "uint48",
        "name": "end",
        "type": "uint48"
      }
    ],
    "name": "InvalidStartEnd",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "SafeERC20FailedOperation",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "SpendValueOverflow",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "UnauthorizedSpendPermission",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroAllowance",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroPeriod",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroSpender",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroToken",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroValue",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "hash",
        "type": "bytes32"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "indexed": false,
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "SpendPermissionApproved",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "hash",
        "type": "bytes32"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "indexed": false,
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "SpendPermissionRevoked",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "hash",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "components": [
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint160",
            "name": "spend",
            "type": "uint160"
          }
        ],
        "indexed": false,
        "internalType": "struct PeriodSpend",
        "name": "periodSpend",
        "type": "tuple"
      }
    ],
    "name": "SpendPermissionUsed",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "SPEND_PERMISSION_TYPEHASH",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "approve",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "approveWithSignature",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "getCurrentPeriod",
    "outputs": [
      {
        "components": [
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint160",
            "name": "spend",
            "type": "uint160"
          }
        ],
        "internalType": "struct PeriodSpend",
        "name": "",
        "type": "tuple"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "getHash",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "getLastUpdatedPeriod",
    "outputs": [
      {
        "components": [
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint160",
            "name": "spend",
            "type": "uint160"
          }
        ],
        "internalType": "struct PeriodSpend",
        "name": "",
        "type": "tuple"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "isApproved",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "isRevoked",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "isValid",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "revoke",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      }
    ],
    "name": "revokeAsSpender",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "signatureValidator",
    "outputs": [
      {
        "internalType": "contract SignatureValidator",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "account",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "allowance",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "start",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "end",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraData",
            "type": "bytes"
          }
        ],
        "internalType": "struct SpendPermission",
        "name": "spendPermission",
        "type": "tuple"
      },
      {
        "internalType": "uint160",
        "name": "value",
        "type": "uint160"
      }
    ],
    "name": "spend",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

/** Creation code. */
export const spendPermissionManagerBytecode =
  '0x60a0806040523460715761035f8181016001600160401b03811183821017605d5782916118e6833903905ff080156052576080526040516118709081610076823960805181818161081e01526113670152f35b6040513d5f823e3d90fd5b634e487b7160e01b5f52604160045260245ffd5b5f80fdfe60806040526004361015610011575f80fd5b5f3560e01c80632c18d42e1461087157806333211c3014610842578063388da934146107f25780633a3c58e8146107c4578063415a97351461034157806354ab90c2146102e057806378792f76146102c35780637fae20b5146102375780639a9dcbad146101fd5780639e16b82f146101d2578063b2c2b019146101a6578063b9ffc8e1146100ce5763e0a00b79146100a8575f80fd5b346100ca5760206100c26100bb366108f9565b309061141f565b604051908152f35b5f80fd5b346100ca5760406003193601126100ca5760043567ffffffffffffffff81116100ca576101206003198260040192360301126100ca576024359067ffffffffffffffff82116100ca57366023830112156100ca57816004013567ffffffffffffffff81116100ca5736602482850101116100ca57610163906024610152308561141f565b94018461015e856109f4565b6112d7565b1561017e5760209161017491610ede565b6040519015158152f35b7f8baa579f000000000000000000000000000000000000000000000000000000005f5260045ffd5b346100ca576101d06101b7366108f9565b6101cb6101c6602083016109f4565b610cfe565b611247565b005b346100ca576101e36100bb366108f9565b5f525f602052602060ff60405f2054166040519015158152f35b346100ca575f6003193601126100ca5760206040517fc9fa0f0252014cf89ab0539e3bb3adcb76f93e6bb6494e8cc61c14e2761ee2e48152f35b346100ca576102486100bb366108f9565b5f525f602052602060405f20604051906102618261094e565b5460ff8116151591828152606073ffffffffffffffffffffffffffffffffffffffff60ff8460081c16159384158785015265ffffffffffff8160101c16604085015260401c16910152816102bb575b506040519015158152f35b9050826102b0565b346100ca576101d06102d4366108f9565b6101cb6101c6826109f4565b346100ca5760606102f86102f3366108f9565b610a4f565b61033f604051809273ffffffffffffffffffffffffffffffffffffffff6040809265ffffffffffff815116855265ffffffffffff6020820151166020860152015116910152565bf35b346100ca5760406003193601126100ca5760043567ffffffffffffffff81116100ca57806004019061012060031982360301126100ca576024359073ffffffffffffffffffffffffffffffffffffffff82168092036100ca576103a96101c6602483016109f4565b811561079c576103b9308461141f565b90815f525f60205260405f20604051906103d28261094e565b5460ff81161591821591828252602082019260ff8260081c161515808552604084019565ffffffffffff8460101c16875273ffffffffffffffffffffffffffffffffffffffff606086019460401c16845291610794575b5061076c576104388289610b66565b93604085019361045f8973ffffffffffffffffffffffffffffffffffffffff875116610a15565b73ffffffffffffffffffffffffffffffffffffffff8111610741576064880173ffffffffffffffffffffffffffffffffffffffff61049c826109f4565b1682116106f257509386938a9361063f9a979373ffffffffffffffffffffffffffffffffffffffff809b9865ffffffffffff6106389c51168452168352885f525f60205260405f209351151560ff7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0086541691161784555115157fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00ff61ff0085549260081b16911617835551907fffffffff0000000000000000000000000000000000000000000000000000ffff67ffffffffffff00007bffffffffffffffffffffffffffffffffffffffff00000000000000008554935160401b169360101b169116171790555260446105ae896109f4565b92019261060a6105bd856109f4565b928760405194168452602084019073ffffffffffffffffffffffffffffffffffffffff6040809265ffffffffffff815116855265ffffffffffff6020820151166020860152015116910152565b7fbcba65b462dfff1a0af642e2ccd28778c64fcb16da2132dabf6eee8906d6753c60808733951693a46109f4565b16926109f4565b9073ffffffffffffffffffffffffffffffffffffffff604051927f23b872dd000000000000000000000000000000000000000000000000000000005f52166004523360245260445260205f60648180865af19060015f51148216156106d2575b50156106a757005b7f5274afe7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b60018215166106ea5750813b15153d1516168261069f565b3d5f823e3d90fd5b9061071173ffffffffffffffffffffffffffffffffffffffff926109f4565b907ffd1ebc88000000000000000000000000000000000000000000000000000000005f526004521660245260445ffd5b7fb27ed7ef000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b7f282b9f97000000000000000000000000000000000000000000000000000000005f5260045ffd5b905089610429565b7f7c946ed7000000000000000000000000000000000000000000000000000000005f5260045ffd5b346100ca576107d56100bb366108f9565b5f525f602052602060ff60405f205460081c166040519015158152f35b346100ca575f6003193601126100ca57602060405173ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b346100ca576020610174610855366108f9565b6108616101c6826109f4565b61086b308261141f565b90610ede565b346100ca5760606102f8610884366108f9565b61088c6109d6565b50610897308261141f565b5f525f60205260405f209073ffffffffffffffffffffffffffffffffffffffff604051926108c48461094e565b5460ff81161515845260ff8160081c161515602085015265ffffffffffff8160101c16604085015260401c1684830152610b66565b60206003198201126100ca576004359067ffffffffffffffff82116100ca5760031982610120920301126100ca5760040190565b359073ffffffffffffffffffffffffffffffffffffffff821682036100ca57565b6080810190811067ffffffffffffffff82111761096a57604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b6060810190811067ffffffffffffffff82111761096a57604052565b90601f601f19910116810190811067ffffffffffffffff82111761096a57604052565b604051906109e382610997565b5f6040838281528260208201520152565b3573ffffffffffffffffffffffffffffffffffffffff811681036100ca5790565b91908201809211610a2257565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b610a576109d6565b50610a62308261141f565b5f525f60205260405f2060405190610a798261094e565b5460ff81161515825260ff8160081c1615156020830152606073ffffffffffffffffffffffffffffffffffffffff604084019265ffffffffffff8160101c16845260401c1692019180835215610b145773ffffffffffffffffffffffffffffffffffffffff610af365ffffffffffff8093511680956111f4565b9251169160405193610b0485610997565b8452166020830152604082015290565b505050604051610b2381610997565b5f81525f60208201525f604082015290565b3565ffffffffffff811681036100ca5790565b9065ffffffffffff8091169116039065ffffffffffff8211610a2257565b610b6e6109d6565b5065ffffffffffff42169060a0810165ffffffffffff610b8d82610b35565b168310610cbe5760c0820165ffffffffffff610ba882610b35565b16841015610c7d5750610bbd610bc391610b35565b83610b48565b9165ffffffffffff610bd760808401610b35565b168015610c5057610c0c65ffffffffffff92610c2a928473ffffffffffffffffffffffffffffffffffffffff97160690610b48565b6040860151818416969084168703610c4857606001518516936111f4565b60405194610c3786610997565b855216602084015216604082015290565b505f936111f4565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b83610c8e65ffffffffffff92610b35565b907f4f0a481c000000000000000000000000000000000000000000000000000000005f526004521660245260445ffd5b82610ccf65ffffffffffff92610b35565b907ea170cd000000000000000000000000000000000000000000000000000000005f526004521660245260445ffd5b73ffffffffffffffffffffffffffffffffffffffff16803303610d1e5750565b7fe1130dba000000000000000000000000000000000000000000000000000000005f523360045260245260445ffd5b359065ffffffffffff821682036100ca57565b601f8260209493601f1993818652868601375f8582860101520116010190565b906020825273ffffffffffffffffffffffffffffffffffffffff610da38261092d565b16602083015273ffffffffffffffffffffffffffffffffffffffff610dca6020830161092d565b16604083015273ffffffffffffffffffffffffffffffffffffffff610df16040830161092d565b16606083015273ffffffffffffffffffffffffffffffffffffffff610e186060830161092d565b16608083015265ffffffffffff610e3160808301610d4d565b1660a083015265ffffffffffff610e4a60a08301610d4d565b1660c083015265ffffffffffff610e6360c08301610d4d565b1660e083015260e08101356101008301526101008101357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1823603018112156100ca57016020813591019067ffffffffffffffff81116100ca5780360382136100ca576101408361012080610edb9601520191610d60565b90565b815f525f60205260405f20805460ff8160081c166111ec5760ff81166111e3576040830173ffffffffffffffffffffffffffffffffffffffff610f20826109f4565b16156111bb5773ffffffffffffffffffffffffffffffffffffffff610f47602086016109f4565b16156111935765ffffffffffff610f6060808601610b35565b161561116b5773ffffffffffffffffffffffffffffffffffffffff610f87606086016109f4565b16156111435760a08401610f9a81610b35565b9060c086019165ffffffffffff80610fb185610b35565b16911610156110f7575050610fc5816109f4565b610fce816116f8565b9081611085575b5061103b57507fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790556040517f40a18f36db551498d122b5bfe203819b4c710502e7401e2bd6d2ccc6d2ceb5589181906110339082610d80565b0390a2600190565b61105973ffffffffffffffffffffffffffffffffffffffff916109f4565b7f712327f0000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b6020915060245f80927f01ffc9a70000000000000000000000000000000000000000000000000000000082527f80ac58cd00000000000000000000000000000000000000000000000000000000600452617530fa5f511515601f3d1116816110ef575b505f610fd5565b90505f6110e8565b9065ffffffffffff61111261110c8294610b35565b92610b35565b917f3a352008000000000000000000000000000000000000000000000000000000005f52166004521660245260445ffd5b7f8e01c48b000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f586e5acb000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f1fac5b74000000000000000000000000000000000000000000000000000000005f5260045ffd5b7fad1991f5000000000000000000000000000000000000000000000000000000005f5260045ffd5b50505050600190565b505050505f90565b9061121760c09165ffffffffffff8061120f60808701610b35565b169116610a15565b910165ffffffffffff61122982610b35565b1682101561123d575065ffffffffffff1690565b610edb9150610b35565b611251308261141f565b90815f525f60205260ff60405f205460081c166112d3576112ce7fff59e520513907d7deffc74c82b5492b06b2988d7d03dacfd4995de47fe94c9591835f525f60205260405f206101007fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00ff82541617905560405191829182610d80565b0390a2565b5050565b9190926020811080156113e3575b6113d8579161134d73ffffffffffffffffffffffffffffffffffffffff9260209460405196879586957f238a4d1e0000000000000000000000000000000000000000000000000000000087521660048601526024850152606060448501526064840191610d60565b03815f73ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000165af15f918161139b575b50610edb57505f90565b9091506020813d6020116113d0575b816113b7602093836109b3565b810103126100ca575180151581036100ca57905f611391565b3d91506113aa565b9192610edb936115ca565b5080601f19810111610a22577f6492649264926492649264926492649264926492649264926492649264926492601f19828401013514156112e5565b906101008201357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1833603018112156100ca57820180359267ffffffffffffffff84116100ca57602082019184360383136100ca5760405161148b6020601f19601f89011601826109b3565b858152602081019160208736920101116100ca575f60208760429861014097863783010152519020610100604051927fc9fa0f0252014cf89ab0539e3bb3adcb76f93e6bb6494e8cc61c14e2761ee2e484526020840137610120820152209060405173ffffffffffffffffffffffffffffffffffffffff60208201927f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f84527f311b82c3b5f6bd8fa6ae3267eb11250937dd192896e5599773844f1246fd738960408401527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608401524660808401521660a082015260a0815261159160c0826109b3565b51902090604051917f19010000000000000000000000000000000000000000000000000000000000008352600283015260228201522090565b909291926115d98385836116c4565b50600481101561169757159081611674575b506111e3576064601f19601f855f96602098604051967f1626ba7e0000000000000000000000000000000000000000000000000000000088526004880152604060248801528160448801528587013786848287010152011601915afa7f1626ba7e000000000000000000000000000000000000000000000000000000005f5114601f3d11161690565b905073ffffffffffffffffffffffffffffffffffffffff8084169116145f6115eb565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b90604183036116ee576116e79250602081013591604082359201355f1a906117d6565b9192909190565b50505f9160029190565b7f01ffc9a7000000000000000000000000000000000000000000000000000000005f527f01ffc9a70000000000000000000000000000000000000000000000000000000060045260205f60248184617530fa5f511515601f3d1116816117ce575b50156117c9575f6024816020937f01ffc9a70000000000000000000000000000000000000000000000000000000082527fffffffff00000000000000000000000000000000000000000000000000000000600452617530fa5f511515601f3d1116816117c3575090565b90501590565b505f90565b90505f611759565b91907f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411611865579160209360809260ff5f9560405194855216868401526040830152606082015282805260015afa1561185a575f5173ffffffffffffffffffffffffffffffffffffffff81161561185057905f905f90565b505f906001905f90565b6040513d5f823e3d90fd5b5050505f91600391905660808060405234601557610345908161001a8239f35b5f80fdfe60806040526004361015610011575f80fd5b5f3560e01c63238a4d1e14610024575f80fd5b346100ce5760607ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126100ce5760043573ffffffffffffffffffffffffffffffffffffffff811681036100ce5760443567ffffffffffffffff81116100ce57366023820112156100ce57806004013567ffffffffffffffff81116100ce5736602482840101116100ce5760209260246100c493019060243590610184565b6040519015158152f35b5f80fd5b81601f820112156100ce5780359067ffffffffffffffff821161015757604051927fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0603f81601f8601160116840184811067ffffffffffffffff82111761015757604052828452602083830101116100ce57815f926020809301838601378301015290565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b9192807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08101116102755783019160607fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe085818601950301126100ce5783359373ffffffffffffffffffffffffffffffffffffffff85168095036100ce57602081013567ffffffffffffffff81116100ce57846102229183016100d2565b93604082013567ffffffffffffffff81116100ce5761024192016100d2565b9261024d8484846102a2565b61026b575f81610268968260208195519301915af1506102a2565b90565b5050505050600190565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f9160647fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f602096805190604051957f1626ba7e00000000000000000000000000000000000000000000000000000000875260048701526040602487015288820190604487015e86848287010152011601915afa7f1626ba7e000000000000000000000000000000000000000000000000000000005f5114601f3d1116169056'

/** Runtime code. */
export const spendPermissionManagerCode =
  '0x60806040526004361015610011575f80fd5b5f3560e01c80632c18d42e1461087157806333211c3014610842578063388da934146107f25780633a3c58e8146107c4578063415a97351461034157806354ab90c2146102e057806378792f76146102c35780637fae20b5146102375780639a9dcbad146101fd5780639e16b82f146101d2578063b2c2b019146101a6578063b9ffc8e1146100ce5763e0a00b79146100a8575f80fd5b346100ca5760206100c26100bb366108f9565b309061141f565b604051908152f35b5f80fd5b346100ca5760406003193601126100ca5760043567ffffffffffffffff81116100ca576101206003198260040192360301126100ca576024359067ffffffffffffffff82116100ca57366023830112156100ca57816004013567ffffffffffffffff81116100ca5736602482850101116100ca57610163906024610152308561141f565b94018461015e856109f4565b6112d7565b1561017e5760209161017491610ede565b6040519015158152f35b7f8baa579f000000000000000000000000000000000000000000000000000000005f5260045ffd5b346100ca576101d06101b7366108f9565b6101cb6101c6602083016109f4565b610cfe565b611247565b005b346100ca576101e36100bb366108f9565b5f525f602052602060ff60405f2054166040519015158152f35b346100ca575f6003193601126100ca5760206040517fc9fa0f0252014cf89ab0539e3bb3adcb76f93e6bb6494e8cc61c14e2761ee2e48152f35b346100ca576102486100bb366108f9565b5f525f602052602060405f20604051906102618261094e565b5460ff8116151591828152606073ffffffffffffffffffffffffffffffffffffffff60ff8460081c16159384158785015265ffffffffffff8160101c16604085015260401c16910152816102bb575b506040519015158152f35b9050826102b0565b346100ca576101d06102d4366108f9565b6101cb6101c6826109f4565b346100ca5760606102f86102f3366108f9565b610a4f565b61033f604051809273ffffffffffffffffffffffffffffffffffffffff6040809265ffffffffffff815116855265ffffffffffff6020820151166020860152015116910152565bf35b346100ca5760406003193601126100ca5760043567ffffffffffffffff81116100ca57806004019061012060031982360301126100ca576024359073ffffffffffffffffffffffffffffffffffffffff82168092036100ca576103a96101c6602483016109f4565b811561079c576103b9308461141f565b90815f525f60205260405f20604051906103d28261094e565b5460ff81161591821591828252602082019260ff8260081c161515808552604084019565ffffffffffff8460101c16875273ffffffffffffffffffffffffffffffffffffffff606086019460401c16845291610794575b5061076c576104388289610b66565b93604085019361045f8973ffffffffffffffffffffffffffffffffffffffff875116610a15565b73ffffffffffffffffffffffffffffffffffffffff8111610741576064880173ffffffffffffffffffffffffffffffffffffffff61049c826109f4565b1682116106f257509386938a9361063f9a979373ffffffffffffffffffffffffffffffffffffffff809b9865ffffffffffff6106389c51168452168352885f525f60205260405f209351151560ff7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0086541691161784555115157fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00ff61ff0085549260081b16911617835551907fffffffff0000000000000000000000000000000000000000000000000000ffff67ffffffffffff00007bffffffffffffffffffffffffffffffffffffffff00000000000000008554935160401b169360101b169116171790555260446105ae896109f4565b92019261060a6105bd856109f4565b928760405194168452602084019073ffffffffffffffffffffffffffffffffffffffff6040809265ffffffffffff815116855265ffffffffffff6020820151166020860152015116910152565b7fbcba65b462dfff1a0af642e2ccd28778c64fcb16da2132dabf6eee8906d6753c60808733951693a46109f4565b16926109f4565b9073ffffffffffffffffffffffffffffffffffffffff604051927f23b872dd000000000000000000000000000000000000000000000000000000005f52166004523360245260445260205f60648180865af19060015f51148216156106d2575b50156106a757005b7f5274afe7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b60018215166106ea5750813b15153d1516168261069f565b3d5f823e3d90fd5b9061071173ffffffffffffffffffffffffffffffffffffffff926109f4565b907ffd1ebc88000000000000000000000000000000000000000000000000000000005f526004521660245260445ffd5b7fb27ed7ef000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b7f282b9f97000000000000000000000000000000000000000000000000000000005f5260045ffd5b905089610429565b7f7c946ed7000000000000000000000000000000000000000000000000000000005f5260045ffd5b346100ca576107d56100bb366108f9565b5f525f602052602060ff60405f205460081c166040519015158152f35b346100ca575f6003193601126100ca57602060405173ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b346100ca576020610174610855366108f9565b6108616101c6826109f4565b61086b308261141f565b90610ede565b346100ca5760606102f8610884366108f9565b61088c6109d6565b50610897308261141f565b5f525f60205260405f209073ffffffffffffffffffffffffffffffffffffffff604051926108c48461094e565b5460ff81161515845260ff8160081c161515602085015265ffffffffffff8160101c16604085015260401c1684830152610b66565b60206003198201126100ca576004359067ffffffffffffffff82116100ca5760031982610120920301126100ca5760040190565b359073ffffffffffffffffffffffffffffffffffffffff821682036100ca57565b6080810190811067ffffffffffffffff82111761096a57604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b6060810190811067ffffffffffffffff82111761096a57604052565b90601f601f19910116810190811067ffffffffffffffff82111761096a57604052565b604051906109e382610997565b5f6040838281528260208201520152565b3573ffffffffffffffffffffffffffffffffffffffff811681036100ca5790565b91908201809211610a2257565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b610a576109d6565b50610a62308261141f565b5f525f60205260405f2060405190610a798261094e565b5460ff81161515825260ff8160081c1615156020830152606073ffffffffffffffffffffffffffffffffffffffff604084019265ffffffffffff8160101c16845260401c1692019180835215610b145773ffffffffffffffffffffffffffffffffffffffff610af365ffffffffffff8093511680956111f4565b9251169160405193610b0485610997565b8452166020830152604082015290565b505050604051610b2381610997565b5f81525f60208201525f604082015290565b3565ffffffffffff811681036100ca5790565b9065ffffffffffff8091169116039065ffffffffffff8211610a2257565b610b6e6109d6565b5065ffffffffffff42169060a0810165ffffffffffff610b8d82610b35565b168310610cbe5760c0820165ffffffffffff610ba882610b35565b16841015610c7d5750610bbd610bc391610b35565b83610b48565b9165ffffffffffff610bd760808401610b35565b168015610c5057610c0c65ffffffffffff92610c2a928473ffffffffffffffffffffffffffffffffffffffff97160690610b48565b6040860151818416969084168703610c4857606001518516936111f4565b60405194610c3786610997565b855216602084015216604082015290565b505f936111f4565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b83610c8e65ffffffffffff92610b35565b907f4f0a481c000000000000000000000000000000000000000000000000000000005f526004521660245260445ffd5b82610ccf65ffffffffffff92610b35565b907ea170cd000000000000000000000000000000000000000000000000000000005f526004521660245260445ffd5b73ffffffffffffffffffffffffffffffffffffffff16803303610d1e5750565b7fe1130dba000000000000000000000000000000000000000000000000000000005f523360045260245260445ffd5b359065ffffffffffff821682036100ca57565b601f8260209493601f1993818652868601375f8582860101520116010190565b906020825273ffffffffffffffffffffffffffffffffffffffff610da38261092d565b16602083015273ffffffffffffffffffffffffffffffffffffffff610dca6020830161092d565b16604083015273ffffffffffffffffffffffffffffffffffffffff610df16040830161092d565b16606083015273ffffffffffffffffffffffffffffffffffffffff610e186060830161092d565b16608083015265ffffffffffff610e3160808301610d4d565b1660a083015265ffffffffffff610e4a60a08301610d4d565b1660c083015265ffffffffffff610e6360c08301610d4d565b1660e083015260e08101356101008301526101008101357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1823603018112156100ca57016020813591019067ffffffffffffffff81116100ca5780360382136100ca576101408361012080610edb9601520191610d60565b90565b815f525f60205260405f20805460ff8160081c166111ec5760ff81166111e3576040830173ffffffffffffffffffffffffffffffffffffffff610f20826109f4565b16156111bb5773ffffffffffffffffffffffffffffffffffffffff610f47602086016109f4565b16156111935765ffffffffffff610f6060808601610b35565b161561116b5773ffffffffffffffffffffffffffffffffffffffff610f87606086016109f4565b16156111435760a08401610f9a81610b35565b9060c086019165ffffffffffff80610fb185610b35565b16911610156110f7575050610fc5816109f4565b610fce816116f8565b9081611085575b5061103b57507fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790556040517f40a18f36db551498d122b5bfe203819b4c710502e7401e2bd6d2ccc6d2ceb5589181906110339082610d80565b0390a2600190565b61105973ffffffffffffffffffffffffffffffffffffffff916109f4565b7f712327f0000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b6020915060245f80927f01ffc9a70000000000000000000000000000000000000000000000000000000082527f80ac58cd00000000000000000000000000000000000000000000000000000000600452617530fa5f511515601f3d1116816110ef575b505f610fd5565b90505f6110e8565b9065ffffffffffff61111261110c8294610b35565b92610b35565b917f3a352008000000000000000000000000000000000000000000000000000000005f52166004521660245260445ffd5b7f8e01c48b000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f586e5acb000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f1fac5b74000000000000000000000000000000000000000000000000000000005f5260045ffd5b7fad1991f5000000000000000000000000000000000000000000000000000000005f5260045ffd5b50505050600190565b505050505f90565b9061121760c09165ffffffffffff8061120f60808701610b35565b169116610a15565b910165ffffffffffff61122982610b35565b1682101561123d575065ffffffffffff1690565b610edb9150610b35565b611251308261141f565b90815f525f60205260ff60405f205460081c166112d3576112ce7fff59e520513907d7deffc74c82b5492b06b2988d7d03dacfd4995de47fe94c9591835f525f60205260405f206101007fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00ff82541617905560405191829182610d80565b0390a2565b5050565b9190926020811080156113e3575b6113d8579161134d73ffffffffffffffffffffffffffffffffffffffff9260209460405196879586957f238a4d1e0000000000000000000000000000000000000000000000000000000087521660048601526024850152606060448501526064840191610d60565b03815f73ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000165af15f918161139b575b50610edb57505f90565b9091506020813d6020116113d0575b816113b7602093836109b3565b810103126100ca575180151581036100ca57905f611391565b3d91506113aa565b9192610edb936115ca565b5080601f19810111610a22577f6492649264926492649264926492649264926492649264926492649264926492601f19828401013514156112e5565b906101008201357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1833603018112156100ca57820180359267ffffffffffffffff84116100ca57602082019184360383136100ca5760405161148b6020601f19601f89011601826109b3565b858152602081019160208736920101116100ca575f60208760429861014097863783010152519020610100604051927fc9fa0f0252014cf89ab0539e3bb3adcb76f93e6bb6494e8cc61c14e2761ee2e484526020840137610120820152209060405173ffffffffffffffffffffffffffffffffffffffff60208201927f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f84527f311b82c3b5f6bd8fa6ae3267eb11250937dd192896e5599773844f1246fd738960408401527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608401524660808401521660a082015260a0815261159160c0826109b3565b51902090604051917f19010000000000000000000000000000000000000000000000000000000000008352600283015260228201522090565b909291926115d98385836116c4565b50600481101561169757159081611674575b506111e3576064601f19601f855f96602098604051967f1626ba7e0000000000000000000000000000000000000000000000000000000088526004880152604060248801528160448801528587013786848287010152011601915afa7f1626ba7e000000000000000000000000000000000000000000000000000000005f5114601f3d11161690565b905073ffffffffffffffffffffffffffffffffffffffff8084169116145f6115eb565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b90604183036116ee576116e79250602081013591604082359201355f1a906117d6565b9192909190565b50505f9160029190565b7f01ffc9a7000000000000000000000000000000000000000000000000000000005f527f01ffc9a70000000000000000000000000000000000000000000000000000000060045260205f60248184617530fa5f511515601f3d1116816117ce575b50156117c9575f6024816020937f01ffc9a70000000000000000000000000000000000000000000000000000000082527fffffffff00000000000000000000000000000000000000000000000000000000600452617530fa5f511515601f3d1116816117c3575090565b90501590565b505f90565b90505f611759565b91907f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411611865579160209360809260ff5f9560405194855216868401526040830152606082015282805260015afa1561185a575f5173ffffffffffffffffffffffffffffffffffffffff81161561185057905f905f90565b505f906001905f90565b6040513d5f823e3d90fd5b5050505f916003919056'

/** For each immutable value, the offsets of the words of the runtime code that hold it. */
export const spendPermissionManagerImmutables = [[2078, 4967]] as const

// Generated from contracts/artifacts.json: npm run generate

export const subscriptionChargerAbi = [
  {
    "inputs": [
      {
        "internalType": "contract SplitFactory",
        "name": "factory",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [],
    "name": "Create2EmptyBytecode",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "FailedDeployment",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "balance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "InsufficientBalance",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ReentrancyGuardReentrantCall",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "gas",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "gasEach",
        "type": "uint256"
      }
    ],
    "name": "SubscriptionChargerGasTooLow",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "payout",
        "type": "address"
      }
    ],
    "name": "SubscriptionChargerInvalidPayout",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "SubscriptionChargerInvalidSignature",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "payout",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "recipient",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "bps",
        "type": "uint256"
      }
    ],
    "name": "SubscriptionChargerInvalidSplit",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "field",
        "type": "bytes32"
      }
    ],
    "name": "SubscriptionChargerInvalidTerms",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      }
    ],
    "name": "SubscriptionChargerPastDeadline",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "SubscriptionChargerUnknownSpender",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "expected",
        "type": "uint256"
      }
    ],
    "name": "SubscriptionChargerWrongNonce",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "feeRecipient",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "FeeClaimed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "merchant",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "payout",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "splitFeeRecipient",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "splitFeeBps",
        "type": "uint256"
      }
    ],
    "name": "PayoutSet",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "merchant",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "planKey",
        "type": "bytes32"
      }
    ],
    "name": "SpenderCreated",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "permissionHash",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "SubscriptionCanceled",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "chargeKey",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "SubscriptionChargeFailed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "chargeKey",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "payout",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "fee",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "feeOwed",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "splitFeeBps",
        "type": "uint256"
      }
    ],
    "name": "SubscriptionCharged",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "CANCEL_SUBSCRIPTION_TYPEHASH",
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
    "inputs": [],
    "name": "SET_PAYOUT_TYPEHASH",
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
            "name": "permission",
            "type": "tuple"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          }
        ],
        "internalType": "struct Cancellation[]",
        "name": "cancellations",
        "type": "tuple[]"
      }
    ],
    "name": "cancel",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
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
            "name": "permission",
            "type": "tuple"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          },
          {
            "internalType": "uint48",
            "name": "periodStart",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "deadline",
            "type": "uint48"
          }
        ],
        "internalType": "struct Charge",
        "name": "item",
        "type": "tuple"
      }
    ],
    "name": "charge",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
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
            "name": "permission",
            "type": "tuple"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          },
          {
            "internalType": "uint48",
            "name": "periodStart",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "deadline",
            "type": "uint48"
          }
        ],
        "internalType": "struct Charge[]",
        "name": "charges",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "gasEach",
        "type": "uint256"
      }
    ],
    "name": "chargeBatch",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "claimFee",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
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
            "name": "manager",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "merchant",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "payout",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "price",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "address",
            "name": "feeRecipient",
            "type": "address"
          },
          {
            "internalType": "uint16",
            "name": "feeBps",
            "type": "uint16"
          },
          {
            "internalType": "uint16",
            "name": "splitFeeBps",
            "type": "uint16"
          },
          {
            "internalType": "address",
            "name": "canceler",
            "type": "address"
          },
          {
            "internalType": "bytes32",
            "name": "planKey",
            "type": "bytes32"
          }
        ],
        "internalType": "struct Terms",
        "name": "terms",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "bytes",
            "name": "recipients",
            "type": "bytes"
          },
          {
            "internalType": "bytes32",
            "name": "salt",
            "type": "bytes32"
          }
        ],
        "internalType": "struct SplitProof",
        "name": "proof",
        "type": "tuple"
      }
    ],
    "name": "createSpender",
    "outputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "merchant",
        "type": "address"
      }
    ],
    "name": "payoutOf",
    "outputs": [
      {
        "internalType": "address",
        "name": "payout",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "splitFeeRecipient",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "splitFeeBps",
        "type": "uint256"
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
            "name": "merchant",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "payout",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "splitFeeRecipient",
            "type": "address"
          },
          {
            "internalType": "uint16",
            "name": "splitFeeBps",
            "type": "uint16"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          }
        ],
        "internalType": "struct Payout",
        "name": "moved",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "bytes",
            "name": "recipients",
            "type": "bytes"
          },
          {
            "internalType": "bytes32",
            "name": "salt",
            "type": "bytes32"
          }
        ],
        "internalType": "struct SplitProof",
        "name": "proof",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "setPayout",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "spenderImplementation",
    "outputs": [
      {
        "internalType": "address",
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
            "name": "manager",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "merchant",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "payout",
            "type": "address"
          },
          {
            "internalType": "uint160",
            "name": "price",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "period",
            "type": "uint48"
          },
          {
            "internalType": "address",
            "name": "feeRecipient",
            "type": "address"
          },
          {
            "internalType": "uint16",
            "name": "feeBps",
            "type": "uint16"
          },
          {
            "internalType": "uint16",
            "name": "splitFeeBps",
            "type": "uint16"
          },
          {
            "internalType": "address",
            "name": "canceler",
            "type": "address"
          },
          {
            "internalType": "bytes32",
            "name": "planKey",
            "type": "bytes32"
          }
        ],
        "internalType": "struct Terms",
        "name": "terms",
        "type": "tuple"
      }
    ],
    "name": "spenderOf",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "splitFactory",
    "outputs": [
      {
        "internalType": "contract SplitFactory",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

/** Creation code. */
export const subscriptionChargerBytecode =
  '0x60c0346100df57601f613d2f38819003918201601f19168301916001600160401b038311848410176100cb578084926020946040528339810103126100df57516001600160a01b03811681036100df576040516113578082016001600160401b038111838210176100cb5782916129d8833903905ff080156100c0576001600160a01b031660805260a0526040516128f490816100e48239608051818181611021015281816119ab01526122e6015260a051818181610bae01526123740152f35b6040513d5f823e3d90fd5b634e487b7160e01b5f52604160045260245ffd5b5f80fdfe6080806040526004361015610012575f80fd5b5f3560e01c9081634efbf792146110045750806352c9f3a714610bd25780635720babb14610b8f5780636da61d1e14610aff5780636dd4517d146108f95780636ebc51e1146107e0578063815392aa14610765578063924e8ca71461072b5780639251568a146105b9578063a2da6c9114610139578063b80e9389146100de5763cff90ccd146100a0575f80fd5b346100da575f6003193601126100da5760206040517f9acad0643b3a50b386ea159b7a08b1187d22c4fbbd92ce985df457071afb72448152f35b5f80fd5b346100da57600319360161018081126100da57610160136100da576101643567ffffffffffffffff81116100da57604060031982360301126100da576101286020916004016113e5565b6001600160a01b0360405191168152f35b346100da57600319360161010081126100da5760c0136100da5760c43567ffffffffffffffff81116100da57604060031982360301126100da5760e43567ffffffffffffffff81116100da57366023820112156100da57806004013567ffffffffffffffff81116100da5736602482840101116100da5760a43580421161058e576001600160a01b036101ca6111dc565b165f525f60205260405f205460b01c936084359480860361055f57506101f66101f16111f2565b6122c3565b1561052357610226906102076111f2565b61020f611208565b916004019161ffff61021f6113d4565b169161230b565b60405190602082017f9acad0643b3a50b386ea159b7a08b1187d22c4fbbd92ce985df457071afb724481526001600160a01b03610261611045565b1660408401526024356001600160a01b0381168091036100da5760608401526044356001600160a01b0381168091036100da57608084015260643561ffff81168091036100da57610325956103189360249260a08701528860c087015260e086015260e085526102d361010086611106565b01925190206102e06127da565b604291604051917f19010000000000000000000000000000000000000000000000000000000000008352600283015260228201522090565b6103206111dc565b61247a565b156104e7576103326111f2565b9061033b6113d4565b600182018092116104ba576001600160a01b03600191819361035b611208565b91836040519761036a896110a0565b16875261ffff602088019116815269ffffffffffffffffffff60408801921682528360608801931683528361039d6111dc565b165f525f602052838060405f20985116167fffffffffffffffffffffffff000000000000000000000000000000000000000088541617875551908375ffff00000000000000000000000000000000000000007fffffffffffffffffffff000000000000000000000000000000000000000000008954935160b01b169360a01b169116171785555116920191167fffffffffffffffffffffffff00000000000000000000000000000000000000008254161790556104586111dc565b7f8cae2a6c41b920b4ef4c2d749729a76cb4f53866d12a0aaaaa4c30572dc5a36460606001600160a01b0361048b6111f2565b9361ffff610497611208565b836104a06113d4565b9181604051991689521660208801521660408601521692a2005b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b6001600160a01b036104f76111dc565b7f3cd072d4000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b6001600160a01b036105336111f2565b7ffc53b5f8000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b857fb1676ed3000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b7f30e24952000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b346100da5760406003193601126100da5760043567ffffffffffffffff81116100da576105ea90369060040161106f565b90602435906105f7611a19565b5a82116106fb5782905f927fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8182360301935b838110156106d6578060051b83013590858212156100da5761064f8360019386016120bd565b901561065d575b5001610629565b3d604481116106ce575b7ffe879a3a61e6c9c529efb6c1c726f47def31715e40959d1c1c265efc715839c5906040805160808101825282815260208101925f843e601f19601f8351948593602085525180918160208701528686015e5f85828601015201168101030190a286610656565b506044610667565b5f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d005b505a7fcd2a1609000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b346100da575f6003193601126100da5760206040517fdde6c5d3d9cbc24a3a64663eabc2556c4c8ce41e583ffb861bd6565cddacc3d88152f35b346100da5760206003193601126100da5760043567ffffffffffffffff81116100da57608060031982360301126100da576107aa906107a2611a19565b600401611e40565b50156107d5575f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d005b6040513d5f823e3d90fd5b346100da5760206003193601126100da576107f9611045565b610801611a19565b6001600160a01b0361081282611ade565b9116604051917f99d32fc40000000000000000000000000000000000000000000000000000000083526020836004815f865af19182156107d5575f926108c4575b602093507f688cbf8a5a86fdb07ad0e7c7f6ef1d420db77aeedcfd555d5c5f2a12e9b1495060406001600160a01b03818160c0870151169501511681519081528587820152a35f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d604051908152f35b91506020833d6020116108f1575b816108df60209383611106565b810103126100da576020925191610853565b3d91506108d2565b346100da5760206003193601126100da5760043567ffffffffffffffff81116100da5761092a90369060040161106f565b610932611a19565b5f5b818110610960575f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d005b61097461096e82848661113c565b806111a9565b90602082019161098b6109868461121e565b611ade565b610a206109a26001600160a01b0383511684611c0f565b9160405160208101907fdde6c5d3d9cbc24a3a64663eabc2556c4c8ce41e583ffb861bd6565cddacc3d88252846040820152604081526109e3606082611106565b519020906001600160a01b036101206109fb8761121e565b9201511691610a18610a0e888b8d61113c565b6020810190611232565b939092611d77565b15610aee576001600160a01b03610a368561121e565b1693843b156100da575f60405180967f78792f7600000000000000000000000000000000000000000000000000000000825260206004830152818381610a7f602482018a6112f3565b03925af19081156107d557610ab0610aaa6001600160a01b0393926001988594610ade575b5061121e565b9461121e565b169216907ffa08c4e8029d66a893dc355633452fa8aa89c1414f1bd72fb2b4e2c82a95bef45f80a401610934565b5f610ae891611106565b8b610aa4565b6001600160a01b036104f78361121e565b346100da5760206003193601126100da576001600160a01b03610b20611045565b165f525f602052608060405f2060405190610b3a826110a0565b60608154916001600160a01b038316938481526001600160a01b03600161ffff8660a01c169586602085015260b01c938460408501520154169283910152604051938452602084015260408301526060820152f35b346100da575f6003193601126100da5760206040516001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346100da57600319360161016081126100da57600435906001600160a01b0382168083036100da5715610fb857602435906001600160a01b0382168083036100da5715610f6c57604435916001600160a01b0383168084036100da5715610f20576064356001600160a01b038116908181141591826100da57158015610f0d575b610ec157608435906001600160a01b0382168083036100da5715610e755760a4359265ffffffffffff84168085036100da5715610e295760e4359661ffff8816958689036100da57612710871015610ddd5760c435976001600160a01b03891697888a141598896100da5715159081610dc9575b15159081610dc0575b50610d7457610160136100da5760405199610cea8b6110e9565b8a5260208a015260408901526100da576060870152608086015260a08501526100da5760c083015260e08201526101043561ffff811681036100da57610100820152610124356001600160a01b03811681036100da57610d67610d628361012893610120602096015261014435610140820152611770565b6118e4565b828151910120309061253a565b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f666565526563697069656e74000000000000000000000000000000000000000060045260245ffd5b9050158c610cd0565b9850505f97610dd78a6122c3565b90610cc7565b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f666565427073000000000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f706572696f64000000000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f707269636500000000000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f7061796f7574000000000000000000000000000000000000000000000000000060045260245ffd5b505f9150610f1a816122c3565b15610c53565b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f746f6b656e00000000000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f6d65726368616e7400000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f6d616e616765720000000000000000000000000000000000000000000000000060045260245ffd5b346100da575f6003193601126100da576020906001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b600435906001600160a01b03821682036100da57565b35906001600160a01b03821682036100da57565b9181601f840112156100da5782359167ffffffffffffffff83116100da576020808501948460051b0101116100da57565b6080810190811067ffffffffffffffff8211176110bc57604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b610160810190811067ffffffffffffffff8211176110bc57604052565b90601f601f19910116810190811067ffffffffffffffff8211176110bc57604052565b359065ffffffffffff821682036100da57565b919081101561117c5760051b810135907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc1813603018212156100da570190565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b9035907ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee1813603018212156100da570190565b6004356001600160a01b03811681036100da5790565b6024356001600160a01b03811681036100da5790565b6044356001600160a01b03811681036100da5790565b356001600160a01b03811681036100da5790565b9035907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1813603018212156100da570180359067ffffffffffffffff82116100da576020019181360383136100da57565b90357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1823603018112156100da57016020813591019167ffffffffffffffff82116100da5781360383136100da57565b601f8260209493601f1993818652868601375f8582860101520116010190565b906101206113c06113d1936001600160a01b0361130f8261105b565b1684526001600160a01b036113266020830161105b565b1660208501526001600160a01b036113406040830161105b565b1660408501526001600160a01b0361135a6060830161105b565b16606085015265ffffffffffff61137360808301611129565b16608085015265ffffffffffff61138c60a08301611129565b1660a085015265ffffffffffff6113a560c08301611129565b1660c085015260e081013560e0850152610100810190611283565b9190928161010082015201916112d3565b90565b60643561ffff811681036100da5790565b906004356001600160a01b03811681036100da576001600160a01b03811615610fb857602435926001600160a01b03841684036100da576001600160a01b03841615610f6c57604435906001600160a01b03821682036100da576001600160a01b03821615610f20576064356001600160a01b03811681036100da576001600160a01b03811615801561173d575b610ec157608435906001600160a01b038216918281036100da578215610e755760a4359065ffffffffffff821682036100da5765ffffffffffff821615610e295760e4359361ffff851685036100da5761271061ffff86161015610ddd5760c435936001600160a01b03851685036100da576001600160a01b03851615158061171e575b61ffff871687036100da5761ffff871615159081611715575b50610d74576001600160a01b03811681036100da576001600160a01b03851685036100da57610104359761ffff891697888a036100da576115539089888561230b565b6101606003193601126100da576040519961156d8b6110e9565b6001600160a01b03811681036100da578a526001600160a01b038c168c036100da578b60208b01526001600160a01b03811681036100da5760408a01526001600160a01b03811681036100da57606089015281036100da57608087015265ffffffffffff811681036100da5760a08601526001600160a01b03811681036100da5760c085015261ffff811681036100da5760e084015281036100da57610100820152610124356001600160a01b03811681036100da57610120820152611640610d62610144359283610140820152611770565b92835161165460208601918220309061253a565b94853b61170f578051156116e7576001600160a01b03915f91519082f516156116ba576001600160a01b038116908181036100da57506001600160a01b0384167f2a62cab1b56c30b88a3f47e77bf53da09b94f51421a74afb00f5380247b611e75f80a4565b3d6107d5577fb06ebf3d000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f4ca249dc000000000000000000000000000000000000000000000000000000005f5260045ffd5b50505050565b9050155f611510565b506001600160a01b03851685036100da57611738856122c3565b6114f7565b506001600160a01b03811681036100da57611757816122c3565b15611473565b3565ffffffffffff811681036100da5790565b80519060208101519060408101516060820151608083015160a084015160c08501519160e08601519361010087015195610120880151976101400151986040519a60601b6bffffffffffffffffffffffff191660208c015260601b6bffffffffffffffffffffffff191660348b015260601b6bffffffffffffffffffffffff191660488a015260601b6bffffffffffffffffffffffff1916605c89015260601b6bffffffffffffffffffffffff1916607088015260d01b7fffffffffffff000000000000000000000000000000000000000000000000000016608487015260601b6bffffffffffffffffffffffff1916608a86015260f01b7fffff00000000000000000000000000000000000000000000000000000000000016609e85015260f01b7fffff0000000000000000000000000000000000000000000000000000000000001660a084015260601b6bffffffffffffffffffffffff191660a283015260b682015260b681526113d160d682611106565b8051603201806032116104ba57605c6113d19160207fffff000000000000000000000000000000000000000000000000000000000000946040519586937f61000000000000000000000000000000000000000000000000000000000000008486015260f01b1660218401527f80600a5f395ff30000000000000000000000000000000000000000000000000060238401527f36600557005b365f5f375f5f365f730000000000000000000000000000000000602a8401526bffffffffffffffffffffffff197f000000000000000000000000000000000000000000000000000000000000000060601b1660398401527f5af43d5f5f3e5f3d91603057fd5bf30000000000000000000000000000000000604d8401528051918291018484015e81015f838201520301601f198101835282611106565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c611a655760017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d565b7f3ee5aeb5000000000000000000000000000000000000000000000000000000005f5260045ffd5b60405190611a9a826110e9565b5f610140838281528260208201528260408201528260608201528260808201528260a08201528260c08201528260e082015282610100820152826101208201520152565b611ae6611a8d565b506001600160a01b03604051917f6100e880600a5f395ff300000000000000000000000000000000000000000000835260e85f600a8501833c81611b4160f2852060b6601c870152601f19610111870116604052309061253a565b91169182911603611be4575060d2611b57611a8d565b91603c81015160601c8352605081015160601c6020840152606481015160601c6040840152607881015160601c6060840152608c81015160601c608084015260a081015160d01c60a084015260a681015160601c60c084015260ba81015160f01c60e084015260bc81015160f01c61010084015260be81015160601c610120840152015161014082015290565b7f8cbf10d9000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b90611c1e610100830183611232565b9267ffffffffffffffff84116110bc57604051611c456020601f19601f8801160182611106565b848152602081019036868501116100da575f6020876113d19861014097863783010152519020610100604051927fc9fa0f0252014cf89ab0539e3bb3adcb76f93e6bb6494e8cc61c14e2761ee2e48452602084013761012082015220906040516001600160a01b0360208201927f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f84527f311b82c3b5f6bd8fa6ae3267eb11250937dd192896e5599773844f1246fd738960408401527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608401524660808401521660a082015260a08152611d3c60c082611106565b519020604291604051917f19010000000000000000000000000000000000000000000000000000000000008352600283015260228201522090565b9392916001600160a01b03851633148015611e21575b611e1757611d9d906102e06127da565b90611da9848484612563565b506004811015611dea57159182611dd3575b5050611dca576113d19361247a565b50505050600190565b6001600160a01b0391925081169116145f80611dbb565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b5050505050600190565b506001600160a01b0382163314611d8d565b919082039182116104ba57565b611e4a81806111a9565b916020830192611e5c6109868561121e565b611e706001600160a01b0382511683611c0f565b936040810194611e7f8661175d565b65ffffffffffff604051916020830193845216604082015260408152611ea6606082611106565b51902094611eb383612597565b9190611ebf8386612624565b93604051602081017f47cb9ca6000000000000000000000000000000000000000000000000000000008152606060248301528235937ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee1843603018512156100da57826001600160a01b03611fcd9265ffffffffffff611fab60605f9983611f9f611f99611f5c60209f608060848d0152856101048d0191016112f3565b8f611f6990860186611283565b8c83037fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7c0160a48e0152906112d3565b9e611129565b1660c488015201611129565b1660e4840152169687604483015289606483015203601f198101845283611106565b82611fd78d61121e565b9251927ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1601f3d1116975f519089156120b157908061201a8a9695949361121e565b976120249061121e565b948060408901516001600160a01b031698608001516001600160a01b03169061204c91611e33565b9161205691611e33565b92604051978852602088015260408701526060860152608085015260a08401526001600160a01b0316926001600160a01b03169160c07fd2e325a569cdbf34561b3a34370b17825bc43b886a73f2d89bbcc4e9f39ca1e591a4565b505f9850505050505050565b916120c883806111a9565b60208101936120d96109868661121e565b906120ee6001600160a01b0383511684611c0f565b9460408201956120fd8761175d565b65ffffffffffff604051916020830193845216604082015260408152612124606082611106565b5190209561213184612597565b92909361213e8487612624565b946040519060208201927f47cb9ca6000000000000000000000000000000000000000000000000000000008452606060248401528035907ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee1813603018212156100da5761220f9265ffffffffffff6121ed60606001600160a01b039483611f9f6121e76121da8c9a608060848d0152856101048d0191016112f3565b611f696020860186611283565b9d611129565b1660e4840152169586604483015288606483015203601f198101835282611106565b6122188b61121e565b905a7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff851415806122a2575b6122725750915f6020949281945193f1601f3d1116975f519089156120b157908061201a8a9695949361121e565b84907fcd2a1609000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b50603f850485018086116104ba5761138881018091116104ba578110612244565b6001600160a01b03163081141590816122da575090565b90506001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016141590565b909192831561170f5761235f60206123238380611232565b60405193849283927f118581870000000000000000000000000000000000000000000000000000000084526040600485015260448401916112d3565b83860135602483015203816001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000165afa9081156107d557859185915f91612429575b506001600160a01b039485169416841480159390612409575b5050506123cd57505050565b906001600160a01b03917f3f14ba75000000000000000000000000000000000000000000000000000000005f526004521660245260445260645ffd5b61241f9293508061241991611232565b906126c6565b141583835f6123c1565b925050506020813d602011612472575b8161244660209383611106565b810103126100da5751916001600160a01b03831683036100da5791849084906001600160a01b036123a8565b3d9150612439565b90929192612489838583612563565b506004811015611dea57159081612524575b50611dca576064601f19601f855f96602098604051967f1626ba7e0000000000000000000000000000000000000000000000000000000088526004880152604060248801528160448801528587013786848287010152011601915afa7f1626ba7e000000000000000000000000000000000000000000000000000000005f5114601f3d11161690565b90506001600160a01b038084169116145f61249b565b600b6055916001600160a01b03936040519160408301525f602083015281520160ff8153201690565b906041830361258d576125869250602081013591604082359201355f1a90612872565b9192909190565b50505f9160029190565b6001600160a01b036020820151165f525f60205260405f20918254926001600160a01b0384169384156126045760a01c61ffff169283151591826125e3575b50506125de57565b5f9150565b6001600160a01b0380929350600160c0920154169201511614155f806125d6565b505090915061ffff6101006001600160a01b036060850151169301511690565b61ffff60e08201511690818310156126a757826001600160a01b03608061264e9301511692611e33565b908181029181830414901517156104ba5781612710039161271083116104ba576127101461267a570490565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5050505f90565b909392938483116100da5784116100da578101920390565b91906001600160a01b035f9216905b8083106126e457505050505f90565b60148301918284116104ba57806126fd848685896126ae565b90356bffffffffffffffffffffffff19811691601481106127b8575b505060601c036127a45750601683018093116104ba57612738936126ae565b90357fffff0000000000000000000000000000000000000000000000000000000000008116916002811061276f575b505060f01c90565b7fffff0000000000000000000000000000000000000000000000000000000000009250829060020360031b1b16165f80612767565b915091601681018091116104ba57916126d5565b6bffffffffffffffffffffffff199250829060140360031b1b16165f80612719565b60405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527fd5044b8f987d6d771239acc7820cc90052b40867a05eae6807326db3b8e0d57460408201527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a082015260a0815261286c60c082611106565b51902090565b91907f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084116128e9579160209360809260ff5f9560405194855216868401526040830152606082015282805260015afa156107d5575f516001600160a01b038116156128df57905f905f90565b505f906001905f90565b5050505f91600391905660a080604052346037573360805261131b908161003c82396080518181816101d4015281816102e60152818161040401526104900152f35b5f80fdfe6080806040526004361015610012575f80fd5b5f905f3560e01c9081631098894b146104c95750806347cb9ca6146104285780637752020b146103d857806378792f761461029c57806399d32fc4146101ac5763d502562514610060575f80fd5b346101a957806003193601126101a957610078610e43565b5061016061008c610087610ea6565b610f79565b6101406040519173ffffffffffffffffffffffffffffffffffffffff815116835273ffffffffffffffffffffffffffffffffffffffff602082015116602084015273ffffffffffffffffffffffffffffffffffffffff604082015116604084015273ffffffffffffffffffffffffffffffffffffffff606082015116606084015273ffffffffffffffffffffffffffffffffffffffff608082015116608084015265ffffffffffff60a08201511660a084015273ffffffffffffffffffffffffffffffffffffffff60c08201511660c084015261ffff60e08201511660e084015261ffff6101008201511661010084015273ffffffffffffffffffffffffffffffffffffffff610120820151166101208401520151610140820152f35b80fd5b50346101a957806003193601126101a95773ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016330361027057610205610087610ea6565b8154908115610248578161024091846020955573ffffffffffffffffffffffffffffffffffffffff60c0816040840151169201511690611031565b604051908152f35b6004837fae0e63a6000000000000000000000000000000000000000000000000000000008152fd5b807f2dc64205000000000000000000000000000000000000000000000000000000006024925233600452fd5b50346103a85760206003193601126103a85760043567ffffffffffffffff81116103a85761012060031982360301126103a85773ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001633036103ac5773ffffffffffffffffffffffffffffffffffffffff61032c610087610ea6565b5116803b156103a85761037d5f929183926040519485809481937fb2c2b019000000000000000000000000000000000000000000000000000000008352602060048401526024830190600401610646565b03925af1801561039d5761038f575080f35b61039b91505f90610587565b005b6040513d5f823e3d90fd5b5f80fd5b7f2dc64205000000000000000000000000000000000000000000000000000000005f523360045260245ffd5b346103a8575f6003193601126103a857602060405173ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103a85760606003193601126103a85760043567ffffffffffffffff81116103a857608060031982360301126103a85760243573ffffffffffffffffffffffffffffffffffffffff811681036103a85773ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001633036103ac576020916102409160443591600401610809565b346103a8575f6003193601126103a8576020905f548152f35b359073ffffffffffffffffffffffffffffffffffffffff821682036103a857565b9035907ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee1813603018212156103a8570190565b9035907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1813603018212156103a8570180359067ffffffffffffffff82116103a8576020019181360383136103a857565b90601f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0910116810190811067ffffffffffffffff8211176105c857604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b359065ffffffffffff821682036103a857565b601f82602094937fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe093818652868601375f8582860101520116010190565b73ffffffffffffffffffffffffffffffffffffffff610664826104e2565b16825273ffffffffffffffffffffffffffffffffffffffff610688602083016104e2565b16602083015273ffffffffffffffffffffffffffffffffffffffff6106af604083016104e2565b166040830152606081013573ffffffffffffffffffffffffffffffffffffffff81168091036103a857606083015265ffffffffffff6106f0608083016105f5565b16608083015265ffffffffffff61070960a083016105f5565b1660a083015265ffffffffffff61072260c083016105f5565b1660c083015260e081013560e08301526101008101357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1823603018112156103a857016020813591019067ffffffffffffffff81116103a85780360382136103a85761012083816101006107999601520191610608565b90565b519065ffffffffffff821682036103a857565b3565ffffffffffff811681036103a85790565b919082039182116107cf57565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b919082018092116107cf57565b9092915f915f9461081b610087610ea6565b916108268180610503565b916108318280610503565b926060830165ffffffffffff610846826107af565b164211610e075750604084019373ffffffffffffffffffffffffffffffffffffffff61087186611010565b956040880196828851169283911603610dba575050608081019065ffffffffffff61089b836107af565b9260a0890193828551169283911603610d7b5750506060019373ffffffffffffffffffffffffffffffffffffffff6108d286611010565b956080890196828851169283911610610d2e57505073ffffffffffffffffffffffffffffffffffffffff875116916020820161090e8184610536565b905015159081610c75575b50610c4d57604051917f2c18d42e000000000000000000000000000000000000000000000000000000008352602060048401526060838061095d6024820189610646565b0381875afa92831561039d575f93610bb9575b50604065ffffffffffff845116910165ffffffffffff61098f826107af565b168203610b7a575050602082019065ffffffffffff82511665ffffffffffff84511690039065ffffffffffff82116107cf5765ffffffffffff80915116911610610b3d575073ffffffffffffffffffffffffffffffffffffffff604082015116610b08575073ffffffffffffffffffffffffffffffffffffffff84511691813b156103a8575f91610a5891836040518096819582947f415a9735000000000000000000000000000000000000000000000000000000008452604060048501526044840190610646565b90602483015203925af1801561039d57610aee575b5090610a9e91610a988673ffffffffffffffffffffffffffffffffffffffff808751169451166107c2565b91611031565b8215610ae657610ace9173ffffffffffffffffffffffffffffffffffffffff60c081869451169201511690611151565b610ae157610add9082546107fc565b9055565b925050565b509193505050565b610a9e929196505f610aff91610587565b5f959091610a6d565b65ffffffffffff9051167fb8d5f028000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b65ffffffffffff80835116915116907f5c402281000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b610b8a65ffffffffffff916107af565b7f30270714000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b9092506060813d606011610c45575b81610bd560609383610587565b810103126103a85760405190606082019082821067ffffffffffffffff8311176105c8576040918252610c078161079c565b8352610c156020820161079c565b6020840152015173ffffffffffffffffffffffffffffffffffffffff811681036103a8576040820152915f610970565b3d9150610bc8565b7fd5f7b8f2000000000000000000000000000000000000000000000000000000005f5260045ffd5b610cd79150610c8660209185610536565b60405193849283927fb9ffc8e100000000000000000000000000000000000000000000000000000000845260406004850152610cc5604485018c610646565b91600319858403016024860152610608565b03815f885af190811561039d575f91610cf3575b50155f610919565b90506020813d602011610d26575b81610d0e60209383610587565b810103126103a8575180151581036103a8575f610ceb565b3d9150610d01565b610d4c73ffffffffffffffffffffffffffffffffffffffff91611010565b7f2479d474000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b610d8b65ffffffffffff916107af565b7fa87c39c7000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b610dd873ffffffffffffffffffffffffffffffffffffffff91611010565b7f61007bff000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b610e1765ffffffffffff916107af565b7f53f8b9f2000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b60405190610160820182811067ffffffffffffffff8211176105c8576040525f610140838281528260208201528260408201528260608201528260808201528260a08201528260c08201528260e082015282610100820152826101208201520152565b604051907f36600557005b365f5f375f5f365f730000000000000000000000000000000000303b805f85303c7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f7fffffffffffffffffffffffffffffff00000000000000000000000000000000008651169260128701967fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffce8201885201011660405203610f5157565b7ffea461aa000000000000000000000000000000000000000000000000000000005f5260045ffd5b9060b6610f84610e43565b92602081015160601c8452603481015160601c6020850152604881015160601c6040850152605c81015160601c6060850152607081015160601c6080850152608481015160d01c60a0850152608a81015160601c60c0850152609e81015160f01c60e085015260a081015160f01c61010085015260a281015160601c6101208501520151610140830152565b3573ffffffffffffffffffffffffffffffffffffffff811681036103a85790565b9061103c8183611248565b9173ffffffffffffffffffffffffffffffffffffffff81166040517fa9059cbb000000000000000000000000000000000000000000000000000000005f5273ffffffffffffffffffffffffffffffffffffffff84166004528560245260205f60448180865af19060015f5114821615611130575b6040521561110557506110cc92916110c791611248565b6107c2565b8181106110d7575050565b7fd60746b9000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b7f5274afe7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b90600181151661114857823b15153d151616906110b0565b503d5f823e3d90fd5b9061115c8183611248565b60405160208101927fa9059cbb00000000000000000000000000000000000000000000000000000000845273ffffffffffffffffffffffffffffffffffffffff81166024830152856044830152604482526111b8606483610587565b620176d05a10611220575f806111db956110c7945190828961ea60f15084611248565b908282101561121857811590816111f9575b50156110d75750505f90565b61120591503090611248565b611210835f546107fc565b11155f6111ed565b505050600190565b7f341f3a66000000000000000000000000000000000000000000000000000000005f5260045ffd5b9190611256905a90846112a2565b9290156112605750565b73ffffffffffffffffffffffffffffffffffffffff907f7f26df10000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b909173ffffffffffffffffffffffffffffffffffffffff821615611311575f809260249273ffffffffffffffffffffffffffffffffffffffff6020967f70a0823100000000000000000000000000000000000000000000000000000000855216600452fa601f3d1116905f5190565b505031906001919056'

/** Runtime code. */
export const subscriptionChargerCode =
  '0x6080806040526004361015610012575f80fd5b5f3560e01c9081634efbf792146110045750806352c9f3a714610bd25780635720babb14610b8f5780636da61d1e14610aff5780636dd4517d146108f95780636ebc51e1146107e0578063815392aa14610765578063924e8ca71461072b5780639251568a146105b9578063a2da6c9114610139578063b80e9389146100de5763cff90ccd146100a0575f80fd5b346100da575f6003193601126100da5760206040517f9acad0643b3a50b386ea159b7a08b1187d22c4fbbd92ce985df457071afb72448152f35b5f80fd5b346100da57600319360161018081126100da57610160136100da576101643567ffffffffffffffff81116100da57604060031982360301126100da576101286020916004016113e5565b6001600160a01b0360405191168152f35b346100da57600319360161010081126100da5760c0136100da5760c43567ffffffffffffffff81116100da57604060031982360301126100da5760e43567ffffffffffffffff81116100da57366023820112156100da57806004013567ffffffffffffffff81116100da5736602482840101116100da5760a43580421161058e576001600160a01b036101ca6111dc565b165f525f60205260405f205460b01c936084359480860361055f57506101f66101f16111f2565b6122c3565b1561052357610226906102076111f2565b61020f611208565b916004019161ffff61021f6113d4565b169161230b565b60405190602082017f9acad0643b3a50b386ea159b7a08b1187d22c4fbbd92ce985df457071afb724481526001600160a01b03610261611045565b1660408401526024356001600160a01b0381168091036100da5760608401526044356001600160a01b0381168091036100da57608084015260643561ffff81168091036100da57610325956103189360249260a08701528860c087015260e086015260e085526102d361010086611106565b01925190206102e06127da565b604291604051917f19010000000000000000000000000000000000000000000000000000000000008352600283015260228201522090565b6103206111dc565b61247a565b156104e7576103326111f2565b9061033b6113d4565b600182018092116104ba576001600160a01b03600191819361035b611208565b91836040519761036a896110a0565b16875261ffff602088019116815269ffffffffffffffffffff60408801921682528360608801931683528361039d6111dc565b165f525f602052838060405f20985116167fffffffffffffffffffffffff000000000000000000000000000000000000000088541617875551908375ffff00000000000000000000000000000000000000007fffffffffffffffffffff000000000000000000000000000000000000000000008954935160b01b169360a01b169116171785555116920191167fffffffffffffffffffffffff00000000000000000000000000000000000000008254161790556104586111dc565b7f8cae2a6c41b920b4ef4c2d749729a76cb4f53866d12a0aaaaa4c30572dc5a36460606001600160a01b0361048b6111f2565b9361ffff610497611208565b836104a06113d4565b9181604051991689521660208801521660408601521692a2005b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b6001600160a01b036104f76111dc565b7f3cd072d4000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b6001600160a01b036105336111f2565b7ffc53b5f8000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b857fb1676ed3000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b7f30e24952000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b346100da5760406003193601126100da5760043567ffffffffffffffff81116100da576105ea90369060040161106f565b90602435906105f7611a19565b5a82116106fb5782905f927fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8182360301935b838110156106d6578060051b83013590858212156100da5761064f8360019386016120bd565b901561065d575b5001610629565b3d604481116106ce575b7ffe879a3a61e6c9c529efb6c1c726f47def31715e40959d1c1c265efc715839c5906040805160808101825282815260208101925f843e601f19601f8351948593602085525180918160208701528686015e5f85828601015201168101030190a286610656565b506044610667565b5f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d005b505a7fcd2a1609000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b346100da575f6003193601126100da5760206040517fdde6c5d3d9cbc24a3a64663eabc2556c4c8ce41e583ffb861bd6565cddacc3d88152f35b346100da5760206003193601126100da5760043567ffffffffffffffff81116100da57608060031982360301126100da576107aa906107a2611a19565b600401611e40565b50156107d5575f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d005b6040513d5f823e3d90fd5b346100da5760206003193601126100da576107f9611045565b610801611a19565b6001600160a01b0361081282611ade565b9116604051917f99d32fc40000000000000000000000000000000000000000000000000000000083526020836004815f865af19182156107d5575f926108c4575b602093507f688cbf8a5a86fdb07ad0e7c7f6ef1d420db77aeedcfd555d5c5f2a12e9b1495060406001600160a01b03818160c0870151169501511681519081528587820152a35f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d604051908152f35b91506020833d6020116108f1575b816108df60209383611106565b810103126100da576020925191610853565b3d91506108d2565b346100da5760206003193601126100da5760043567ffffffffffffffff81116100da5761092a90369060040161106f565b610932611a19565b5f5b818110610960575f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d005b61097461096e82848661113c565b806111a9565b90602082019161098b6109868461121e565b611ade565b610a206109a26001600160a01b0383511684611c0f565b9160405160208101907fdde6c5d3d9cbc24a3a64663eabc2556c4c8ce41e583ffb861bd6565cddacc3d88252846040820152604081526109e3606082611106565b519020906001600160a01b036101206109fb8761121e565b9201511691610a18610a0e888b8d61113c565b6020810190611232565b939092611d77565b15610aee576001600160a01b03610a368561121e565b1693843b156100da575f60405180967f78792f7600000000000000000000000000000000000000000000000000000000825260206004830152818381610a7f602482018a6112f3565b03925af19081156107d557610ab0610aaa6001600160a01b0393926001988594610ade575b5061121e565b9461121e565b169216907ffa08c4e8029d66a893dc355633452fa8aa89c1414f1bd72fb2b4e2c82a95bef45f80a401610934565b5f610ae891611106565b8b610aa4565b6001600160a01b036104f78361121e565b346100da5760206003193601126100da576001600160a01b03610b20611045565b165f525f602052608060405f2060405190610b3a826110a0565b60608154916001600160a01b038316938481526001600160a01b03600161ffff8660a01c169586602085015260b01c938460408501520154169283910152604051938452602084015260408301526060820152f35b346100da575f6003193601126100da5760206040516001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346100da57600319360161016081126100da57600435906001600160a01b0382168083036100da5715610fb857602435906001600160a01b0382168083036100da5715610f6c57604435916001600160a01b0383168084036100da5715610f20576064356001600160a01b038116908181141591826100da57158015610f0d575b610ec157608435906001600160a01b0382168083036100da5715610e755760a4359265ffffffffffff84168085036100da5715610e295760e4359661ffff8816958689036100da57612710871015610ddd5760c435976001600160a01b03891697888a141598896100da5715159081610dc9575b15159081610dc0575b50610d7457610160136100da5760405199610cea8b6110e9565b8a5260208a015260408901526100da576060870152608086015260a08501526100da5760c083015260e08201526101043561ffff811681036100da57610100820152610124356001600160a01b03811681036100da57610d67610d628361012893610120602096015261014435610140820152611770565b6118e4565b828151910120309061253a565b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f666565526563697069656e74000000000000000000000000000000000000000060045260245ffd5b9050158c610cd0565b9850505f97610dd78a6122c3565b90610cc7565b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f666565427073000000000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f706572696f64000000000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f707269636500000000000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f7061796f7574000000000000000000000000000000000000000000000000000060045260245ffd5b505f9150610f1a816122c3565b15610c53565b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f746f6b656e00000000000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f6d65726368616e7400000000000000000000000000000000000000000000000060045260245ffd5b7ffd51c820000000000000000000000000000000000000000000000000000000005f527f6d616e616765720000000000000000000000000000000000000000000000000060045260245ffd5b346100da575f6003193601126100da576020906001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b600435906001600160a01b03821682036100da57565b35906001600160a01b03821682036100da57565b9181601f840112156100da5782359167ffffffffffffffff83116100da576020808501948460051b0101116100da57565b6080810190811067ffffffffffffffff8211176110bc57604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b610160810190811067ffffffffffffffff8211176110bc57604052565b90601f601f19910116810190811067ffffffffffffffff8211176110bc57604052565b359065ffffffffffff821682036100da57565b919081101561117c5760051b810135907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc1813603018212156100da570190565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b9035907ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee1813603018212156100da570190565b6004356001600160a01b03811681036100da5790565b6024356001600160a01b03811681036100da5790565b6044356001600160a01b03811681036100da5790565b356001600160a01b03811681036100da5790565b9035907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1813603018212156100da570180359067ffffffffffffffff82116100da576020019181360383136100da57565b90357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1823603018112156100da57016020813591019167ffffffffffffffff82116100da5781360383136100da57565b601f8260209493601f1993818652868601375f8582860101520116010190565b906101206113c06113d1936001600160a01b0361130f8261105b565b1684526001600160a01b036113266020830161105b565b1660208501526001600160a01b036113406040830161105b565b1660408501526001600160a01b0361135a6060830161105b565b16606085015265ffffffffffff61137360808301611129565b16608085015265ffffffffffff61138c60a08301611129565b1660a085015265ffffffffffff6113a560c08301611129565b1660c085015260e081013560e0850152610100810190611283565b9190928161010082015201916112d3565b90565b60643561ffff811681036100da5790565b906004356001600160a01b03811681036100da576001600160a01b03811615610fb857602435926001600160a01b03841684036100da576001600160a01b03841615610f6c57604435906001600160a01b03821682036100da576001600160a01b03821615610f20576064356001600160a01b03811681036100da576001600160a01b03811615801561173d575b610ec157608435906001600160a01b038216918281036100da578215610e755760a4359065ffffffffffff821682036100da5765ffffffffffff821615610e295760e4359361ffff851685036100da5761271061ffff86161015610ddd5760c435936001600160a01b03851685036100da576001600160a01b03851615158061171e575b61ffff871687036100da5761ffff871615159081611715575b50610d74576001600160a01b03811681036100da576001600160a01b03851685036100da57610104359761ffff891697888a036100da576115539089888561230b565b6101606003193601126100da576040519961156d8b6110e9565b6001600160a01b03811681036100da578a526001600160a01b038c168c036100da578b60208b01526001600160a01b03811681036100da5760408a01526001600160a01b03811681036100da57606089015281036100da57608087015265ffffffffffff811681036100da5760a08601526001600160a01b03811681036100da5760c085015261ffff811681036100da5760e084015281036100da57610100820152610124356001600160a01b03811681036100da57610120820152611640610d62610144359283610140820152611770565b92835161165460208601918220309061253a565b94853b61170f578051156116e7576001600160a01b03915f91519082f516156116ba576001600160a01b038116908181036100da57506001600160a01b0384167f2a62cab1b56c30b88a3f47e77bf53da09b94f51421a74afb00f5380247b611e75f80a4565b3d6107d5577fb06ebf3d000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f4ca249dc000000000000000000000000000000000000000000000000000000005f5260045ffd5b50505050565b9050155f611510565b506001600160a01b03851685036100da57611738856122c3565b6114f7565b506001600160a01b03811681036100da57611757816122c3565b15611473565b3565ffffffffffff811681036100da5790565b80519060208101519060408101516060820151608083015160a084015160c08501519160e08601519361010087015195610120880151976101400151986040519a60601b6bffffffffffffffffffffffff191660208c015260601b6bffffffffffffffffffffffff191660348b015260601b6bffffffffffffffffffffffff191660488a015260601b6bffffffffffffffffffffffff1916605c89015260601b6bffffffffffffffffffffffff1916607088015260d01b7fffffffffffff000000000000000000000000000000000000000000000000000016608487015260601b6bffffffffffffffffffffffff1916608a86015260f01b7fffff00000000000000000000000000000000000000000000000000000000000016609e85015260f01b7fffff0000000000000000000000000000000000000000000000000000000000001660a084015260601b6bffffffffffffffffffffffff191660a283015260b682015260b681526113d160d682611106565b8051603201806032116104ba57605c6113d19160207fffff000000000000000000000000000000000000000000000000000000000000946040519586937f61000000000000000000000000000000000000000000000000000000000000008486015260f01b1660218401527f80600a5f395ff30000000000000000000000000000000000000000000000000060238401527f36600557005b365f5f375f5f365f730000000000000000000000000000000000602a8401526bffffffffffffffffffffffff197f000000000000000000000000000000000000000000000000000000000000000060601b1660398401527f5af43d5f5f3e5f3d91603057fd5bf30000000000000000000000000000000000604d8401528051918291018484015e81015f838201520301601f198101835282611106565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c611a655760017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d565b7f3ee5aeb5000000000000000000000000000000000000000000000000000000005f5260045ffd5b60405190611a9a826110e9565b5f610140838281528260208201528260408201528260608201528260808201528260a08201528260c08201528260e082015282610100820152826101208201520152565b611ae6611a8d565b506001600160a01b03604051917f6100e880600a5f395ff300000000000000000000000000000000000000000000835260e85f600a8501833c81611b4160f2852060b6601c870152601f19610111870116604052309061253a565b91169182911603611be4575060d2611b57611a8d565b91603c81015160601c8352605081015160601c6020840152606481015160601c6040840152607881015160601c6060840152608c81015160601c608084015260a081015160d01c60a084015260a681015160601c60c084015260ba81015160f01c60e084015260bc81015160f01c61010084015260be81015160601c610120840152015161014082015290565b7f8cbf10d9000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b90611c1e610100830183611232565b9267ffffffffffffffff84116110bc57604051611c456020601f19601f8801160182611106565b848152602081019036868501116100da575f6020876113d19861014097863783010152519020610100604051927fc9fa0f0252014cf89ab0539e3bb3adcb76f93e6bb6494e8cc61c14e2761ee2e48452602084013761012082015220906040516001600160a01b0360208201927f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f84527f311b82c3b5f6bd8fa6ae3267eb11250937dd192896e5599773844f1246fd738960408401527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608401524660808401521660a082015260a08152611d3c60c082611106565b519020604291604051917f19010000000000000000000000000000000000000000000000000000000000008352600283015260228201522090565b9392916001600160a01b03851633148015611e21575b611e1757611d9d906102e06127da565b90611da9848484612563565b506004811015611dea57159182611dd3575b5050611dca576113d19361247a565b50505050600190565b6001600160a01b0391925081169116145f80611dbb565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b5050505050600190565b506001600160a01b0382163314611d8d565b919082039182116104ba57565b611e4a81806111a9565b916020830192611e5c6109868561121e565b611e706001600160a01b0382511683611c0f565b936040810194611e7f8661175d565b65ffffffffffff604051916020830193845216604082015260408152611ea6606082611106565b51902094611eb383612597565b9190611ebf8386612624565b93604051602081017f47cb9ca6000000000000000000000000000000000000000000000000000000008152606060248301528235937ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee1843603018512156100da57826001600160a01b03611fcd9265ffffffffffff611fab60605f9983611f9f611f99611f5c60209f608060848d0152856101048d0191016112f3565b8f611f6990860186611283565b8c83037fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7c0160a48e0152906112d3565b9e611129565b1660c488015201611129565b1660e4840152169687604483015289606483015203601f198101845283611106565b82611fd78d61121e565b9251927ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1601f3d1116975f519089156120b157908061201a8a9695949361121e565b976120249061121e565b948060408901516001600160a01b031698608001516001600160a01b03169061204c91611e33565b9161205691611e33565b92604051978852602088015260408701526060860152608085015260a08401526001600160a01b0316926001600160a01b03169160c07fd2e325a569cdbf34561b3a34370b17825bc43b886a73f2d89bbcc4e9f39ca1e591a4565b505f9850505050505050565b916120c883806111a9565b60208101936120d96109868661121e565b906120ee6001600160a01b0383511684611c0f565b9460408201956120fd8761175d565b65ffffffffffff604051916020830193845216604082015260408152612124606082611106565b5190209561213184612597565b92909361213e8487612624565b946040519060208201927f47cb9ca6000000000000000000000000000000000000000000000000000000008452606060248401528035907ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee1813603018212156100da5761220f9265ffffffffffff6121ed60606001600160a01b039483611f9f6121e76121da8c9a608060848d0152856101048d0191016112f3565b611f696020860186611283565b9d611129565b1660e4840152169586604483015288606483015203601f198101835282611106565b6122188b61121e565b905a7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff851415806122a2575b6122725750915f6020949281945193f1601f3d1116975f519089156120b157908061201a8a9695949361121e565b84907fcd2a1609000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b50603f850485018086116104ba5761138881018091116104ba578110612244565b6001600160a01b03163081141590816122da575090565b90506001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016141590565b909192831561170f5761235f60206123238380611232565b60405193849283927f118581870000000000000000000000000000000000000000000000000000000084526040600485015260448401916112d3565b83860135602483015203816001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000165afa9081156107d557859185915f91612429575b506001600160a01b039485169416841480159390612409575b5050506123cd57505050565b906001600160a01b03917f3f14ba75000000000000000000000000000000000000000000000000000000005f526004521660245260445260645ffd5b61241f9293508061241991611232565b906126c6565b141583835f6123c1565b925050506020813d602011612472575b8161244660209383611106565b810103126100da5751916001600160a01b03831683036100da5791849084906001600160a01b036123a8565b3d9150612439565b90929192612489838583612563565b506004811015611dea57159081612524575b50611dca576064601f19601f855f96602098604051967f1626ba7e0000000000000000000000000000000000000000000000000000000088526004880152604060248801528160448801528587013786848287010152011601915afa7f1626ba7e000000000000000000000000000000000000000000000000000000005f5114601f3d11161690565b90506001600160a01b038084169116145f61249b565b600b6055916001600160a01b03936040519160408301525f602083015281520160ff8153201690565b906041830361258d576125869250602081013591604082359201355f1a90612872565b9192909190565b50505f9160029190565b6001600160a01b036020820151165f525f60205260405f20918254926001600160a01b0384169384156126045760a01c61ffff169283151591826125e3575b50506125de57565b5f9150565b6001600160a01b0380929350600160c0920154169201511614155f806125d6565b505090915061ffff6101006001600160a01b036060850151169301511690565b61ffff60e08201511690818310156126a757826001600160a01b03608061264e9301511692611e33565b908181029181830414901517156104ba5781612710039161271083116104ba576127101461267a570490565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5050505f90565b909392938483116100da5784116100da578101920390565b91906001600160a01b035f9216905b8083106126e457505050505f90565b60148301918284116104ba57806126fd848685896126ae565b90356bffffffffffffffffffffffff19811691601481106127b8575b505060601c036127a45750601683018093116104ba57612738936126ae565b90357fffff0000000000000000000000000000000000000000000000000000000000008116916002811061276f575b505060f01c90565b7fffff0000000000000000000000000000000000000000000000000000000000009250829060020360031b1b16165f80612767565b915091601681018091116104ba57916126d5565b6bffffffffffffffffffffffff199250829060140360031b1b16165f80612719565b60405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527fd5044b8f987d6d771239acc7820cc90052b40867a05eae6807326db3b8e0d57460408201527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a082015260a0815261286c60c082611106565b51902090565b91907f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084116128e9579160209360809260ff5f9560405194855216868401526040830152606082015282805260015afa156107d5575f516001600160a01b038116156128df57905f905f90565b505f906001905f90565b5050505f916003919056'

/** For each immutable value, the offsets of the words of the runtime code that hold it. */
export const subscriptionChargerImmutables = [[4129, 6571, 8934], [2990, 9076]] as const

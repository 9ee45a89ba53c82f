// Generated from contracts/artifacts.json: npm run generate

export const testUsdcAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "allowance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "ERC20InsufficientAllowance",
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
    "name": "ERC20InsufficientBalance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "approver",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidApprover",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidReceiver",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidSender",
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
    "name": "ERC20InvalidSpender",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "validBefore",
        "type": "uint256"
      }
    ],
    "name": "SignedTestTokenAuthorizationExpired",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "validAfter",
        "type": "uint256"
      }
    ],
    "name": "SignedTestTokenAuthorizationNotYetValid",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "authorizer",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      }
    ],
    "name": "SignedTestTokenAuthorizationUsed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "payee",
        "type": "address"
      }
    ],
    "name": "SignedTestTokenCallerNotPayee",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      }
    ],
    "name": "SignedTestTokenInvalidSignature",
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
    "name": "SignedTestTokenPermitExpired",
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
    "name": "TestTokenBlacklisted",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "supply",
        "type": "uint256"
      }
    ],
    "name": "TestTokenSupplyTooLarge",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "owner",
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
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Approval",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "authorizer",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      }
    ],
    "name": "AuthorizationCanceled",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "authorizer",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      }
    ],
    "name": "AuthorizationUsed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "Blacklisted",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Transfer",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "UnBlacklisted",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "CANCEL_AUTHORIZATION_TYPEHASH",
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
    "name": "DOMAIN_SEPARATOR",
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
    "name": "PERMIT_TYPEHASH",
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
    "name": "RECEIVE_WITH_AUTHORIZATION_TYPEHASH",
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
    "name": "TRANSFER_WITH_AUTHORIZATION_TYPEHASH",
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
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "allowance",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
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
        "internalType": "address",
        "name": "authorizer",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      }
    ],
    "name": "authorizationState",
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
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "balanceOf",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "blacklist",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "authorizer",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      },
      {
        "internalType": "uint8",
        "name": "v",
        "type": "uint8"
      },
      {
        "internalType": "bytes32",
        "name": "r",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "s",
        "type": "bytes32"
      }
    ],
    "name": "cancelAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "authorizer",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "cancelAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "decimals",
    "outputs": [
      {
        "internalType": "uint8",
        "name": "",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "isBlacklisted",
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
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "mint",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      }
    ],
    "name": "nonces",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "permit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      },
      {
        "internalType": "uint8",
        "name": "v",
        "type": "uint8"
      },
      {
        "internalType": "bytes32",
        "name": "r",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "s",
        "type": "bytes32"
      }
    ],
    "name": "permit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validAfter",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validBefore",
        "type": "uint256"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "receiveWithAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validAfter",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validBefore",
        "type": "uint256"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      },
      {
        "internalType": "uint8",
        "name": "v",
        "type": "uint8"
      },
      {
        "internalType": "bytes32",
        "name": "r",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "s",
        "type": "bytes32"
      }
    ],
    "name": "receiveWithAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "symbol",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "totalSupply",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "transfer",
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
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "transferFrom",
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
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validAfter",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validBefore",
        "type": "uint256"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "transferWithAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validAfter",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validBefore",
        "type": "uint256"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      },
      {
        "internalType": "uint8",
        "name": "v",
        "type": "uint8"
      },
      {
        "internalType": "bytes32",
        "name": "r",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "s",
        "type": "bytes32"
      }
    ],
    "name": "transferWithAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "unBlacklist",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "version",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

/** Runtime code. */
export const testUsdcCode =
  '0x60806040526004361015610011575f80fd5b5f3560e01c806306fdde03146105b2578063095ea7b314610aa757806318160ddd14610a8b5780631a89526614610a0457806323b872dd1461092457806330adf81f146108ea578063313ce567146108cf5780633644e515146108ad57806340c10f191461078057806354fd4d50146107655780635a049a70146106e057806370a08231146106795780637ecebe00146106345780637f2eecc3146105fa57806388b7ab63146105dd57806395d89b41146105b25780639fd5a6cf1461055e578063a0cc6a6814610524578063a9059cbb146104f3578063b7b72899146104ac578063cf0929951461048f578063d505accf146103fd578063d9169487146103c3578063dd62ed3e14610355578063e3ee160e14610339578063e94a0102146102e3578063ef55bec61461024b578063f9f92be4146101c45763fe575a8714610158575f80fd5b346101c05760206003193601126101c05773ffffffffffffffffffffffffffffffffffffffff610186610b15565b165f52600160205260207f800000000000000000000000000000000000000000000000000000000000000060405f20541015604051908152f35b5f80fd5b346101c05760206003193601126101c05773ffffffffffffffffffffffffffffffffffffffff6101f2610b15565b16805f52600160205260405f207f800000000000000000000000000000000000000000000000000000000000000081541790557fffa4e6181777692565cf28528fc88fd1516ea86b56da075235fa575af6a4b8555f80a2005b346101c0576102e16102dc6102b061026236610d33565b60408051602081019390935282015260f89190911b7fff0000000000000000000000000000000000000000000000000000000000000016606082015297909691959294929188906061820190565b037fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08101895288610b5b565b610e20565b005b346101c05760406003193601126101c05773ffffffffffffffffffffffffffffffffffffffff610311610b15565b165f52600460205260405f206024355f52602052602060ff60405f2054166040519015158152f35b346101c0576102e16103506102b061026236610d33565b6110f0565b346101c05760406003193601126101c05761036e610b15565b73ffffffffffffffffffffffffffffffffffffffff61038b610b38565b91165f52600260205273ffffffffffffffffffffffffffffffffffffffff60405f2091165f52602052602060405f2054604051908152f35b346101c0575f6003193601126101c05760206040517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a15974298152f35b346101c05760e06003193601126101c057610416610b15565b61041e610b38565b6084359060ff821682036101c0576040805160a435602082015260c4359181019190915260f89290921b7fff00000000000000000000000000000000000000000000000000000000000000166060830152604182526102e192610482606184610b5b565b6064359160443591610f07565b346101c0576102e16104a036610c78565b959490949391936110f0565b346101c05760606003193601126101c0576104c5610b15565b6044359067ffffffffffffffff82116101c0576104e96102e1923690600401610c04565b9060243590611014565b346101c05760406003193601126101c05761051961050f610b15565b60243590336113b1565b602060405160018152f35b346101c0575f6003193601126101c05760206040517f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a22678152f35b346101c05760a06003193601126101c057610577610b15565b61057f610b38565b906084359167ffffffffffffffff83116101c0576105a46102e1933690600401610c04565b916064359160443591610f07565b346101c0575f6003193601126101c0576105d96105cd610cf8565b60405191829182610acd565b0390f35b346101c0576102e16105ee36610c78565b95949094939193610e20565b346101c0575f6003193601126101c05760206040517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de88152f35b346101c05760206003193601126101c05773ffffffffffffffffffffffffffffffffffffffff610662610b15565b165f526003602052602060405f2054604051908152f35b346101c05760206003193601126101c05773ffffffffffffffffffffffffffffffffffffffff6106a7610b15565b165f52600160205260207f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff60405f205416604051908152f35b346101c05760a06003193601126101c0576106f9610b15565b60443560ff811681036101c0576040805160643560208201526084359181019190915260f89190911b7fff00000000000000000000000000000000000000000000000000000000000000166060820152604181526102e19161075c606183610b5b565b60243590611014565b346101c0575f6003193601126101c0576105d96105cd610bc9565b346101c05760406003193601126101c057610799610b15565b60243573ffffffffffffffffffffffffffffffffffffffff8216918215610881575f54828101809111610854577f800000000000000000000000000000000000000000000000000000000000000081101561082957826108205f947fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef94602094875561122c565b604051908152a3005b7fab08122b000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b827fec442f05000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b346101c0575f6003193601126101c05760206108c7610dab565b604051908152f35b346101c0575f6003193601126101c057602060405160068152f35b346101c0575f6003193601126101c05760206040517f6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c98152f35b346101c05760606003193601126101c05761093d610b15565b610945610b38565b6044359073ffffffffffffffffffffffffffffffffffffffff831692835f52600260205260405f2073ffffffffffffffffffffffffffffffffffffffff33165f5260205260405f2054938385106109d05793610519945f52600260205260405f2073ffffffffffffffffffffffffffffffffffffffff33165f526020528360405f20910390556113b1565b83857ffb8f41b2000000000000000000000000000000000000000000000000000000005f523360045260245260445260645ffd5b346101c05760206003193601126101c05773ffffffffffffffffffffffffffffffffffffffff610a32610b15565b16805f52600160205260405f207f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81541690557f117e3210bb9aa7d9baff172026820255c6f6c30ba8999d1c2fd88e2848137c4e5f80a2005b346101c0575f6003193601126101c05760205f54604051908152f35b346101c05760406003193601126101c057610519610ac3610b15565b6024359033611187565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f602060409481855280519182918282880152018686015e5f8582860101520116010190565b6004359073ffffffffffffffffffffffffffffffffffffffff821682036101c057565b6024359073ffffffffffffffffffffffffffffffffffffffff821682036101c057565b90601f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0910116810190811067ffffffffffffffff821117610b9c57604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b60405190610bd8604083610b5b565b600182527f32000000000000000000000000000000000000000000000000000000000000006020830152565b81601f820112156101c05780359067ffffffffffffffff8211610b9c5760405192610c57601f84017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe01660200185610b5b565b828452602083830101116101c057815f926020809301838601378301015290565b60e06003198201126101c05760043573ffffffffffffffffffffffffffffffffffffffff811681036101c0579160243573ffffffffffffffffffffffffffffffffffffffff811681036101c0579160443591606435916084359160a4359160c4359067ffffffffffffffff82116101c057610cf591600401610c04565b90565b60405190610d07604083610b5b565b600482527f55534443000000000000000000000000000000000000000000000000000000006020830152565b6003196101209101126101c05760043573ffffffffffffffffffffffffffffffffffffffff811681036101c0579060243573ffffffffffffffffffffffffffffffffffffffff811681036101c0579060443590606435906084359060a4359060c43560ff811681036101c0579060e435906101043590565b610db3610cf8565b60208151910120610dc2610bc9565b602081519101206040519060208201927f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f8452604083015260608201524660808201523060a082015260a08152610e1a60c082610b5b565b51902090565b9290939695919473ffffffffffffffffffffffffffffffffffffffff851697883303610ed75790610ed0939291610ed5989960405160208101917fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8835273ffffffffffffffffffffffffffffffffffffffff8916604083015260608201528960808201528460a08201528260c08201528360e082015260e08152610ec661010082610b5b565b51902092866112b2565b6113b1565b565b887f1aa43cde000000000000000000000000000000000000000000000000000000005f523360045260245260445ffd5b90919293844211610fe85773ffffffffffffffffffffffffffffffffffffffff821690815f52600360205260405f209182547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff811461085457610ed597610fe3946001830190556040519160208301937f6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c98552604084015273ffffffffffffffffffffffffffffffffffffffff8816606084015288608084015260a083015260c082015260c08152610fda60e082610b5b565b5190208361152a565b611187565b847f592f4e17000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b909161108b9061102484846115bc565b60405192602084017f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429815273ffffffffffffffffffffffffffffffffffffffff82169485604082015286606082015260608152611082608082610b5b565b5190209061152a565b805f52600460205260405f20825f5260205260405f2060017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff008254161790557f1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d815f80a3565b92610ed09295610ed597929560405160208101907f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267825273ffffffffffffffffffffffffffffffffffffffff8816604082015273ffffffffffffffffffffffffffffffffffffffff891660608201528960808201528460a08201528260c08201528360e082015260e08152610ec661010082610b5b565b919073ffffffffffffffffffffffffffffffffffffffff1691821561120057602073ffffffffffffffffffffffffffffffffffffffff7f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925921692835f526002825260405f20855f5282528060405f2055604051908152a3565b827f94280d62000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b73ffffffffffffffffffffffffffffffffffffffff16805f52600160205260405f2054907f8000000000000000000000000000000000000000000000000000000000000000821015611287575f5260016020520160405f2055565b7fa52ad7bb000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b9391909492948042111561138657508042101561135b575082916112f5916112ef8673ffffffffffffffffffffffffffffffffffffffff966115bc565b8361152a565b16805f52600460205260405f20825f5260205260405f2060017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff008254161790557f98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a55f80a3565b7f68ff330f000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b7fa4555a8e000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b73ffffffffffffffffffffffffffffffffffffffff90929192169081156114fe5773ffffffffffffffffffffffffffffffffffffffff83169283156114d257825f52600160205260405f20547f80000000000000000000000000000000000000000000000000000000000000008110156114a657828110611472579161146981602093817fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef96885f52600187520360405f205561122c565b604051908152a3565b9050827fe450d38c000000000000000000000000000000000000000000000000000000005f5260045260245260445260645ffd5b837fa52ad7bb000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b837fec442f05000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b507f96c6fd1e000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b91604261157292611539610dab565b90604051917f19010000000000000000000000000000000000000000000000000000000000008352600283015260228201522083611622565b1561157a5750565b73ffffffffffffffffffffffffffffffffffffffff907fa28aabbc000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b73ffffffffffffffffffffffffffffffffffffffff16805f52600460205260405f20825f5260205260ff60405f2054166115f4575050565b7fdbfd1c4a000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b9190823b61169757906116349161173b565b50600481101561166a5715918261164a57505090565b73ffffffffffffffffffffffffffffffffffffffff919250811691161490565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b9160209260647fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f855f965190604051957f1626ba7e00000000000000000000000000000000000000000000000000000000875260048701526040602487015288820190604487015e86848287010152011601915afa7f1626ba7e000000000000000000000000000000000000000000000000000000005f5114601f3d11161690565b815191906041830361176b576117649250602082015190606060408401519301515f1a90611775565b9192909190565b50505f9160029190565b91907f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411611804579160209360809260ff5f9560405194855216868401526040830152606082015282805260015afa156117f9575f5173ffffffffffffffffffffffffffffffffffffffff8116156117ef57905f905f90565b505f906001905f90565b6040513d5f823e3d90fd5b5050505f916003919056'

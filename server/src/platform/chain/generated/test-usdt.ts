// Generated from contracts/artifacts.json: npm run generate

export const testUsdtAbi = [
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
    "name": "TestUSDTAllowanceNotZero",
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
    "stateMutability": "view",
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
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "transferFrom",
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
  }
] as const

/** Is it, at any address. */
export const testUsdtCode =
  '0x60806040526004361015610011575f80fd5b5f3560e01c806306fdde0314610730578063095ea7b3146105fc57806318160ddd146105e05780631a8952661461055957806323b872dd14610479578063313ce5671461045e57806340c10f191461033157806370a08231146102ca57806395d89b4114610231578063a9059cbb14610209578063dd62ed3e1461019b578063f9f92be4146101145763fe575a87146100a8575f80fd5b346101105760206003193601126101105773ffffffffffffffffffffffffffffffffffffffff6100d66107dc565b165f52600160205260207f800000000000000000000000000000000000000000000000000000000000000060405f20541015604051908152f35b5f80fd5b346101105760206003193601126101105773ffffffffffffffffffffffffffffffffffffffff6101426107dc565b16805f52600160205260405f207f800000000000000000000000000000000000000000000000000000000000000081541790557fffa4e6181777692565cf28528fc88fd1516ea86b56da075235fa575af6a4b8555f80a2005b34610110576040600319360112610110576101b46107dc565b73ffffffffffffffffffffffffffffffffffffffff6101d16107ff565b91165f52600260205273ffffffffffffffffffffffffffffffffffffffff60405f2091165f52602052602060405f2054604051908152f35b346101105760406003193601126101105761022f6102256107dc565b60243590336108a8565b005b34610110575f60031936011261011057604051604081019080821067ffffffffffffffff83111761029d5761029991604052600481527f5553445400000000000000000000000000000000000000000000000000000000602082015260405191829182610794565b0390f35b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b346101105760206003193601126101105773ffffffffffffffffffffffffffffffffffffffff6102f86107dc565b165f52600160205260207f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff60405f205416604051908152f35b346101105760406003193601126101105761034a6107dc565b60243573ffffffffffffffffffffffffffffffffffffffff8216918215610432575f54828101809111610405577f80000000000000000000000000000000000000000000000000000000000000008110156103da57826103d15f947fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef946020948755610822565b604051908152a3005b7fab08122b000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b827fec442f05000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b34610110575f60031936011261011057602060405160068152f35b34610110576060600319360112610110576104926107dc565b61049a6107ff565b6044359073ffffffffffffffffffffffffffffffffffffffff831692835f52600260205260405f2073ffffffffffffffffffffffffffffffffffffffff33165f5260205260405f205493838510610525579361022f945f52600260205260405f2073ffffffffffffffffffffffffffffffffffffffff33165f526020528360405f20910390556108a8565b83857ffb8f41b2000000000000000000000000000000000000000000000000000000005f523360045260245260445260645ffd5b346101105760206003193601126101105773ffffffffffffffffffffffffffffffffffffffff6105876107dc565b16805f52600160205260405f207f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81541690557f117e3210bb9aa7d9baff172026820255c6f6c30ba8999d1c2fd88e2848137c4e5f80a2005b34610110575f6003193601126101105760205f54604051908152f35b34610110576040600319360112610110576106156107dc565b60243590811515806106fb575b6106b55773ffffffffffffffffffffffffffffffffffffffff1690811561068957335f52600260205260405f20825f526020528060405f20556040519081527f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560203392a3005b507f94280d62000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b73ffffffffffffffffffffffffffffffffffffffff907fae8d57b5000000000000000000000000000000000000000000000000000000005f52336004521660245260445ffd5b50335f52600260205260405f2073ffffffffffffffffffffffffffffffffffffffff82165f5260205260405f20541515610622565b34610110575f60031936011261011057604051604081019080821067ffffffffffffffff83111761029d5761029991604052600a81527f54657468657220555344000000000000000000000000000000000000000000006020820152604051918291825b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f602060409481855280519182918282880152018686015e5f8582860101520116010190565b6004359073ffffffffffffffffffffffffffffffffffffffff8216820361011057565b6024359073ffffffffffffffffffffffffffffffffffffffff8216820361011057565b73ffffffffffffffffffffffffffffffffffffffff16805f52600160205260405f2054907f800000000000000000000000000000000000000000000000000000000000000082101561087d575f5260016020520160405f2055565b7fa52ad7bb000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b73ffffffffffffffffffffffffffffffffffffffff90929192169081156109f55773ffffffffffffffffffffffffffffffffffffffff83169283156109c957825f52600160205260405f20547f800000000000000000000000000000000000000000000000000000000000000081101561099d57828110610969579161096081602093817fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef96885f52600187520360405f2055610822565b604051908152a3565b9050827fe450d38c000000000000000000000000000000000000000000000000000000005f5260045260245260445260645ffd5b837fa52ad7bb000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b837fec442f05000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b507f96c6fd1e000000000000000000000000000000000000000000000000000000005f5260045260245ffd'

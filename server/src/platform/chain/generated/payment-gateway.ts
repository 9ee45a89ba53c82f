// Generated from contracts/artifacts.json: npm run generate

export const paymentGatewayAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "AssetBalanceUnknown",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Create2EmptyBytecode",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "FailedCall",
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
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "arrived",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "PaymentGatewayArrivedShort",
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
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "PaymentGatewayGasTooLow",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "payoutAddress",
        "type": "address"
      }
    ],
    "name": "PaymentGatewayInvalidPayoutAddress",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "PaymentGatewayTokenRequired",
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
        "name": "expected",
        "type": "uint256"
      }
    ],
    "name": "PaymentGatewayWrongValue",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "PaymentGatewayZeroAmount",
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
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "SafeERC20FailedOperation",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "receiptKey",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "payoutAddress",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "FlushFailed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "receiptKey",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "payoutAddress",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "payer",
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
    "name": "PaymentReceived",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "FLUSH_GAS",
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
    "inputs": [],
    "name": "READ_GAS",
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
    "inputs": [],
    "name": "SWEEP_GAS",
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
        "internalType": "bytes32",
        "name": "receiptKey",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "payoutAddress",
        "type": "address"
      }
    ],
    "name": "depositAddress",
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
    "name": "depositImplementation",
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
        "internalType": "bytes32",
        "name": "receiptKey",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "payoutAddress",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "flush",
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
            "internalType": "bytes32",
            "name": "receiptKey",
            "type": "bytes32"
          },
          {
            "internalType": "address",
            "name": "payoutAddress",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          }
        ],
        "internalType": "struct PaymentGateway.Flush[]",
        "name": "flushes",
        "type": "tuple[]"
      }
    ],
    "name": "flushMany",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "receiptKey",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "payoutAddress",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "pay",
    "outputs": [],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "receiptKey",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "payoutAddress",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "payer",
            "type": "address"
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
            "name": "salt",
            "type": "bytes32"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          }
        ],
        "internalType": "struct PaymentGateway.Authorization",
        "name": "authorization",
        "type": "tuple"
      }
    ],
    "name": "payWithAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "receiptKey",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "payoutAddress",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
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
    "name": "payWithPermit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

/** Creation code. */
export const paymentGatewayBytecode =
  '0x60a080604052346081576107008181016001600160401b03811183821017606d5782916114f1833903905ff080156062576001600160a01b031660805260405161146b908161008682396080518181816104b501528181610ee0015261143b0152f35b6040513d5f823e3d90fd5b634e487b7160e01b5f52604160045260245ffd5b5f80fdfe60806040526004361015610011575f80fd5b5f5f3560e01c806317c914b2146105d55780631f2b568e146104d957806332b973351461048857806376bbf4251461033e5780637b1603b0146102e05780639b735d571461025e578063c2a752a1146100e4578063cf9d1a40146100c6578063d8dd1cb4146100a85763f42bfa6814610088575f80fd5b346100a557806003193601126100a5576020604051620186a08152f35b80fd5b50346100a557806003193601126100a5576020604051620493e08152f35b50346100a557806003193601126100a5576020604051620753008152f35b50346100a55760206003193601126100a55760043567ffffffffffffffff811161025a573660238201121561025a5780600401359067ffffffffffffffff82116102565736602460608402830101116102565761013f610977565b825b8281101561022f57620753005a106101fc576001906060810283016024810135604482016101866064610173836108e8565b94019361017f856108e8565b9084610f9f565b5015610196575b50505001610141565b602073ffffffffffffffffffffffffffffffffffffffff6101e86101e36101dd7f7606a89cf4c38b8717c1ed730538458b651623a0933bc8b34e475269c08cb211956108e8565b966108e8565b610d34565b9481604051961686521693a35f808061018d565b6044845a7fd8c716db00000000000000000000000000000000000000000000000000000000825260045262075300602452fd5b83807f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d80f35b8280fd5b5080fd5b50346100a55760606003193601126100a5576102a061027b6108a2565b6102836108c5565b61028b610977565b61029482610d6d565b5a905a926004356111a1565b90156102d3576020917f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d604051908152f35b50604051903d90823e3d90fd5b50346100a55760406003193601126100a55760206103206004356103146103056108a2565b61030e81610d6d565b82610dc0565b83815191012090610f69565b73ffffffffffffffffffffffffffffffffffffffff60405191168152f35b5060806003193601126100a5576103536108a2565b61035b6108c5565b61036a606435916101e3610977565b6103748284610a39565b73ffffffffffffffffffffffffffffffffffffffff811615801561048257825b803403610453575015610443576103ac828483610b62565b7fdc9b4d1be872943f8c9f8d2d6e8514c595ab627d643f3a0b87b294bc51526ce06040518061041a73ffffffffffffffffffffffffffffffffffffffff3397169560043595836020909392919373ffffffffffffffffffffffffffffffffffffffff60408201951681520152565b0390a4807f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d80f35b61044e828285610c52565b6103ac565b7f0d29668800000000000000000000000000000000000000000000000000000000865234600452602452604485fd5b84610394565b50346100a557806003193601126100a557602060405173ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b50346100a5576101006003193601126100a5576104f46108a2565b6104fc6108c5565b606435908360a43560ff811680910361025a57610517610977565b610520836109eb565b61052a8486610a39565b73ffffffffffffffffffffffffffffffffffffffff831690813b1561025657829160e4839260405194859384927fd505accf0000000000000000000000000000000000000000000000000000000084523360048501523060248501528a60448501526084356064850152608484015260c43560a4840152833560c48401525af16105bc575b50506103ac828285610c52565b816105c691610909565b6105d157835f6105af565b8380fd5b503461089e5760a060031936011261089e576004356105f26108a2565b6105fa6108c5565b9160643560843567ffffffffffffffff811161089e5780600401908036039460a060031987011261089e5761062d610977565b610636876109eb565b6106408482610a39565b61064a3088610a72565b6106548289610a72565b9273ffffffffffffffffffffffffffffffffffffffff891697610676866108e8565b6040519960208b018a815273ffffffffffffffffffffffffffffffffffffffff87169b8c604082015260648601356060820152606081526106b8608082610909565b519020927fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffdd6084860135910181121561089e5784019260048401359367ffffffffffffffff851161089e57602401843603811361089e57823b1561089e576101048b947fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f885f998a9673ffffffffffffffffffffffffffffffffffffffff9860446040519e8f9d8e9c8d9a7f88b7ab63000000000000000000000000000000000000000000000000000000008c521660048b01523060248b0152828a0152602481013560648a01520135608488015260a487015260e060c48701528160e48701528686013785858286010152011681010301925af1801561089357610870575b50926108398573ffffffffffffffffffffffffffffffffffffffff94846108338361083e978e61082e837fdc9b4d1be872943f8c9f8d2d6e8514c595ab627d643f3a0b87b294bc51526ce09e9d3084610acc565b610b62565b8b610acc565b6108e8565b6040805173ffffffffffffffffffffffffffffffffffffffff909816885260208801939093521694908190810161041a565b858095929a508993946108845f8394610909565b5f9b9396509493506107da9050565b6040513d5f823e3d90fd5b5f80fd5b6024359073ffffffffffffffffffffffffffffffffffffffff8216820361089e57565b6044359073ffffffffffffffffffffffffffffffffffffffff8216820361089e57565b3573ffffffffffffffffffffffffffffffffffffffff8116810361089e5790565b90601f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0910116810190811067ffffffffffffffff82111761094a57604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c6109c35760017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d565b7f3ee5aeb5000000000000000000000000000000000000000000000000000000005f5260045ffd5b610a0973ffffffffffffffffffffffffffffffffffffffff91610d34565b1615610a1157565b7ffd3c3e22000000000000000000000000000000000000000000000000000000005f5260045ffd5b9015610a4a57610a4890610d6d565b565b7fe74dcb7f000000000000000000000000000000000000000000000000000000005f5260045ffd5b9190610a80905a90846112c8565b929015610a8a5750565b73ffffffffffffffffffffffffffffffffffffffff907f7f26df10000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b90610ad79082610a72565b918203918211610b3557828210610aed57505050565b73ffffffffffffffffffffffffffffffffffffffff907f839f2038000000000000000000000000000000000000000000000000000000005f521660045260245260445260645ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b73ffffffffffffffffffffffffffffffffffffffff16918215610c315773ffffffffffffffffffffffffffffffffffffffff604051927fa9059cbb000000000000000000000000000000000000000000000000000000005f521660045260245260205f60448180865af19060015f5114821615610c10575b60405215610be55750565b7f5274afe7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b906001811516610c2857823b15153d15161690610bda565b503d5f823e3d90fd5b90610a48925073ffffffffffffffffffffffffffffffffffffffff16611341565b92919092610c608185610a72565b9073ffffffffffffffffffffffffffffffffffffffff8516946040517f23b872dd000000000000000000000000000000000000000000000000000000005f523360045273ffffffffffffffffffffffffffffffffffffffff83166024528460445260205f606481808b5af19060015f5114821615610d1c575b6040525f60605215610cf057610a48949550610acc565b857f5274afe7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b906001811516610c2857873b15153d15161690610cd9565b73ffffffffffffffffffffffffffffffffffffffff811673eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee03610d6a57505f90565b90565b610d76816113f9565b15610d7e5750565b73ffffffffffffffffffffffffffffffffffffffff907fe0838671000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b90604051917fffffffffffffffffffffffffffffffffffffffff000000000000000000000000602084019260601b168252603483015260348252610e05605483610909565b81516032019182603211610b35577fffff00000000000000000000000000000000000000000000000000000000000092610d6a92605c926040519586937f6100000000000000000000000000000000000000000000000000000000000000602086015260f01b1660218401527f80600a5f395ff30000000000000000000000000000000000000000000000000060238401527f36600557005b365f5f375f5f365f730000000000000000000000000000000000602a8401527fffffffffffffffffffffffffffffffffffffffff0000000000000000000000007f000000000000000000000000000000000000000000000000000000000000000060601b1660398401527f5af43d5f5f3e5f3d91603057fd5bf30000000000000000000000000000000000604d8401525180918484015e81015f8382015203017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08101835282610909565b600b73ffffffffffffffffffffffffffffffffffffffff9260559260405191604083015260208201523081520160ff8153201690565b909291610fab846113f9565b1561119757610fb990610d34565b610fc38483610dc0565b91825194610fd76020850196872083610f69565b95610fe6620186a088866112c8565b95908015801561118f575b6111825750873b156110fd575b50506040517f6ea056a900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8481166004830152602482019590955295909316926020866044815f88620493e0f15f96816110c9575b50611076575050505090505f905f90565b6040805173ffffffffffffffffffffffffffffffffffffffff94851681526020810188905291909316927fdc9b4d1be872943f8c9f8d2d6e8514c595ab627d643f3a0b87b294bc51526ce091a460019190565b9096506020813d6020116110f5575b816110e560209383610909565b8101031261089e5751955f611065565b3d91506110d8565b80511561115a5773ffffffffffffffffffffffffffffffffffffffff91849151905ff5161561112d575f80610ffe565b3d610893577fb06ebf3d000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f4ca249dc000000000000000000000000000000000000000000000000000000005f5260045ffd5b97505f9695505050505050565b508615610ff1565b505090505f905f90565b90919493946111af836113f9565b156112bc576111bd90610d34565b916111c88183610dc0565b9384516111e66111de6020880192832086610f69565b9283876112c8565b9690801580156112b4575b6112a65750823b15611276575b50506040517f6ea056a900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8581166004830152602482019690965296941693602090879060449082905f908990f15f96816110c95750611076575050505090505f905f90565b80511561115a5773ffffffffffffffffffffffffffffffffffffffff91859151905ff5161561112d575f806111fe565b98505f979650505050505050565b5087156111f1565b5050505090505f905f90565b909173ffffffffffffffffffffffffffffffffffffffff821615611337575f809260249273ffffffffffffffffffffffffffffffffffffffff6020967f70a0823100000000000000000000000000000000000000000000000000000000855216600452fa601f3d1116905f5190565b5050319060019190565b8147106113c957604051906020820182811067ffffffffffffffff82111761094a575f9373ffffffffffffffffffffffffffffffffffffffff859493858095819560405252165af11561139057565b3d156113a1576040513d5f823e3d90fd5b7fd6bda275000000000000000000000000000000000000000000000000000000005f5260045ffd5b50477fcf479181000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b73ffffffffffffffffffffffffffffffffffffffff168015159081611460575b81611422575090565b905073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016141590565b3081141591506114195660a08060405234602957336080526106d2908161002e823960805181818161018901526102310152f35b5f80fdfe6080806040526004361015610012575f80fd5b5f3560e01c908163116191b614610141575080635b8d02d7146100f65780636ea056a91461009057639d8627bb14610048575f80fd5b3461008c575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261008c5760206034610082610355565b0151604051908152f35b5f80fd5b3461008c5760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261008c5760043573ffffffffffffffffffffffffffffffffffffffff8116810361008c576100ee60209160243590610217565b604051908152f35b3461008c575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261008c576020610136610131610355565b6101ad565b60601c604051908152f35b3461008c575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261008c5760209073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b90602082519201517fffffffffffffffffffffffffffffffffffffffff000000000000000000000000811692601481106101e5575050565b7fffffffffffffffffffffffffffffffffffffffff000000000000000000000000929350829060140360031b1b161690565b91909173ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016330361032957610262610131610355565b60601c9073ffffffffffffffffffffffffffffffffffffffff811691821561031857806102926102a3928461051a565b9261029e878383610428565b61051a565b9081039081116102eb578380821091180280841893146102c05750565b7f5f12e7ae000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b610326925084939491610428565b90565b7f1951f4f1000000000000000000000000000000000000000000000000000000005f523360045260245ffd5b604051907f36600557005b365f5f375f5f365f730000000000000000000000000000000000303b805f85303c7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f7fffffffffffffffffffffffffffffff00000000000000000000000000000000008651169260128701967fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffce820188520101166040520361040057565b7ffea461aa000000000000000000000000000000000000000000000000000000005f5260045ffd5b73ffffffffffffffffffffffffffffffffffffffff169182156104f75773ffffffffffffffffffffffffffffffffffffffff604051927fa9059cbb000000000000000000000000000000000000000000000000000000005f521660045260245260205f60448180865af19060015f51148216156104d6575b604052156104ab5750565b7f5274afe7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b9060018115166104ee57823b15153d151616906104a0565b503d5f823e3d90fd5b90610518925073ffffffffffffffffffffffffffffffffffffffff16610574565b565b9190610528905a9084610659565b9290156105325750565b73ffffffffffffffffffffffffffffffffffffffff907f7f26df10000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b81471061062957604051906020820182811067ffffffffffffffff8211176105fc575f9373ffffffffffffffffffffffffffffffffffffffff859493858095819560405252165af1156105c357565b3d156105d4576040513d5f823e3d90fd5b7fd6bda275000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b50477fcf479181000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b909173ffffffffffffffffffffffffffffffffffffffff8216156106c8575f809260249273ffffffffffffffffffffffffffffffffffffffff6020967f70a0823100000000000000000000000000000000000000000000000000000000855216600452fa601f3d1116905f5190565b505031906001919056'

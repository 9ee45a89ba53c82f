// Generated from contracts/artifacts.json: npm run generate

export const merchantSplitAbi = [
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
    "name": "AssetGasTooLow",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "CloneCodeNotAClone",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "FailedCall",
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
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "MerchantSplitNothingDue",
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
        "internalType": "address",
        "name": "token",
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
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "PaymentReleased",
    "type": "event"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "distribute",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "paid",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "recipients",
    "outputs": [
      {
        "internalType": "address[]",
        "name": "accounts",
        "type": "address[]"
      },
      {
        "internalType": "uint256[]",
        "name": "bps",
        "type": "uint256[]"
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
    "name": "releasable",
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
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "releasable",
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
        "internalType": "address payable",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "release",
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
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "release",
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
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "released",
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
    "name": "released",
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
    "name": "shareOf",
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
        "name": "token",
        "type": "address"
      }
    ],
    "name": "totalReleased",
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
    "name": "totalReleased",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

/** Runtime code. */
export const merchantSplitCode =
  '0x60806040526004361015610011575f80fd5b5f3560e01c80630e57d4ce146107f657806319165587146106cb57806321e5e2c4146106a8578063406072a91461063257806348b75044146104cc57806363453ae11461028c5780639852595c14610224578063a3f8eace14610161578063c45ac05014610125578063d79779b2146100d95763e33b7de314610092575f80fd5b346100d5575f6003193601126100d5575f80805260209081527fad3228b676f7d3cd4284a5443f17f1962b36e491b30a40b2405849e597ba5fb554604051908152f35b5f80fd5b346100d55760206003193601126100d55773ffffffffffffffffffffffffffffffffffffffff61010f61010a6109a3565b610c93565b165f525f602052602060405f2054604051908152f35b346100d55760406003193601126100d55760206101596101436109a3565b61015461014e6109c6565b91610c93565b610e71565b604051908152f35b346100d55760206003193601126100d55761017a6109a3565b6101855a305f610fdc565b90156101e2576020916101a6610159925f80525f855260405f205490610ab3565b906101b081610ac0565b905f80526001855273ffffffffffffffffffffffffffffffffffffffff60405f2091165f52845260405f205491610d26565b7f7f26df10000000000000000000000000000000000000000000000000000000005f5273ffffffffffffffffffffffffffffffffffffffff5f1660045260245ffd5b346100d55760206003193601126100d55761023d6109a3565b73ffffffffffffffffffffffffffffffffffffffff165f9081527fa6eef7e35abe7026729641147f7915573c7e97b47efa546f5f6e3230263bcb49602090815260409182902054915191825290f35b346100d55760206003193601126100d5576102a56109a3565b6102ad610c1f565b6102b75f91610c93565b6102bf610b4c565b9173ffffffffffffffffffffffffffffffffffffffff821690815f525f60205260405f20546102f7816102f23087610ccc565b610ab3565b915f5b865181101561049e57868101602001518590606081901c9060501c61ffff16919094815f52600160205260405f2073ffffffffffffffffffffffffffffffffffffffff87165f5260205261035460405f2054809489610d26565b928315610493576103658482610ab3565b835f52600160205260405f2073ffffffffffffffffffffffffffffffffffffffff89165f5260205260405f205561039c8483610ab3565b835f525f60205260405f20556103b384888c610d56565b156104505750602073ffffffffffffffffffffffffffffffffffffffff610405856103ff817f8ac5b3c2902b21b6bbb4d99ec195e28a242cb6a1777804db10b84d91e200642996610ab3565b98610ab3565b976040519586521693a35b60168101809111610423579190916102fa565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b92509394905f52600160205273ffffffffffffffffffffffffffffffffffffffff60405f2091165f5260205260405f2055845f525f6020528160405f2055610410565b509394505050610410565b6020825f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d604051908152f35b346100d55760406003193601126100d5576104e56109a3565b6104f96104f06109c6565b9161010a610c1f565b906105048183610e71565b9081156105ea578261057e838373ffffffffffffffffffffffffffffffffffffffff6020971693845f526001885260405f2073ffffffffffffffffffffffffffffffffffffffff83165f52885260405f20610560848254610ab3565b9055845f525f885260405f20610577848254610ab3565b9055610eea565b7f8ac5b3c2902b21b6bbb4d99ec195e28a242cb6a1777804db10b84d91e20064298473ffffffffffffffffffffffffffffffffffffffff604051948686521693a35f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d604051908152f35b73ffffffffffffffffffffffffffffffffffffffff9081847fc768af63000000000000000000000000000000000000000000000000000000005f52166004521660245260445ffd5b346100d55760406003193601126100d55761064b6109a3565b73ffffffffffffffffffffffffffffffffffffffff61067161066b6109c6565b92610c93565b165f52600160205273ffffffffffffffffffffffffffffffffffffffff60405f2091165f52602052602060405f2054604051908152f35b346100d55760206003193601126100d55760206101596106c66109a3565b610ac0565b346100d55760206003193601126100d55760043573ffffffffffffffffffffffffffffffffffffffff81168091036100d557610705610c1f565b61070f815f610e71565b80156107c6576020915f80526001835260405f2073ffffffffffffffffffffffffffffffffffffffff82165f52835260405f2061074d838254610ab3565b90555f80525f835260405f20610764838254610ab3565b905561077182825f610eea565b5f7f8ac5b3c2902b21b6bbb4d99ec195e28a242cb6a1777804db10b84d91e200642984604051858152a35f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d604051908152f35b507fc768af63000000000000000000000000000000000000000000000000000000005f525f60045260245260445ffd5b346100d5575f6003193601126100d55761080e610b4c565b601681510461082461081f82610a5a565b6109e9565b9080825261083181610a5a565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe060208401910136823761086761081f83610a5a565b9382855261087483610a5a565b927fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe06020870194013685375f5b81811061093a57505050604051938493604085019060408652518091526060850192905f5b81811061090b575050506020908483038286015251918281520191905f5b8181106108f2575050500390f35b82518452859450602093840193909201916001016108e4565b825173ffffffffffffffffffffffffffffffffffffffff168552879650602094850194909201916001016108c6565b6016819794959697029080820460161481151715610423579083016020015160019190606081901c9060501c61ffff166109748388610a72565b5273ffffffffffffffffffffffffffffffffffffffff610994838b610a72565b911690520195949392956108a1565b6004359073ffffffffffffffffffffffffffffffffffffffff821682036100d557565b6024359073ffffffffffffffffffffffffffffffffffffffff821682036100d557565b907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f604051930116820182811067ffffffffffffffff821117610a2d57604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b67ffffffffffffffff8111610a2d5760051b60200190565b8051821015610a865760209160051b010190565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b9190820180921161042357565b90610ac9610b4c565b9173ffffffffffffffffffffffffffffffffffffffff165f5b8351811015610b45576020818501015161ffff605082901c169060601c8314610b3f57506016810180911115610ae2577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b93505050565b505f925050565b604051907f36600557005b365f5f375f5f365f730000000000000000000000000000000000303b805f85303c7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f7fffffffffffffffffffffffffffffff00000000000000000000000000000000008651169260128701967fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffce8201885201011660405203610bf757565b7ffea461aa000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c610c6b5760017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005d565b7f3ee5aeb5000000000000000000000000000000000000000000000000000000005f5260045ffd5b73ffffffffffffffffffffffffffffffffffffffff811673eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee03610cc957505f90565b90565b9190610cda905a9084610fdc565b929015610ce45750565b73ffffffffffffffffffffffffffffffffffffffff907f7f26df10000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b8181029181830414901517156104235761271090049080821115610d505781039081116104235790565b50505f90565b92915f73ffffffffffffffffffffffffffffffffffffffff851615610e55575a9080610e285750620542b911610e005773ffffffffffffffffffffffffffffffffffffffff604051927fa9059cbb000000000000000000000000000000000000000000000000000000005f521660045260245260205f6044818087620493e0f19260015f5114601f3d1116841615610def575b50604052565b9290923b15153d151616915f610de9565b7f740cad03000000000000000000000000000000000000000000000000000000005f5260045ffd5b807f4e487b7100000000000000000000000000000000000000000000000000000000602492526011600452fd5b50919250620229135a10610e00575f8080938193620186a0f190565b90610cc991610ead73ffffffffffffffffffffffffffffffffffffffff610e983084610ccc565b921691825f525f60205260405f205490610ab3565b91610eb781610ac0565b915f52600160205273ffffffffffffffffffffffffffffffffffffffff60405f2091165f5260205260405f205491610d26565b73ffffffffffffffffffffffffffffffffffffffff16918215610fb95773ffffffffffffffffffffffffffffffffffffffff604051927fa9059cbb000000000000000000000000000000000000000000000000000000005f521660045260245260205f60448180865af19060015f5114821615610f98575b60405215610f6d5750565b7f5274afe7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b906001811516610fb057823b15153d15161690610f62565b503d5f823e3d90fd5b90610fda925073ffffffffffffffffffffffffffffffffffffffff16611055565b565b909173ffffffffffffffffffffffffffffffffffffffff82161561104b575f809260249273ffffffffffffffffffffffffffffffffffffffff6020967f70a0823100000000000000000000000000000000000000000000000000000000855216600452fa601f3d1116905f5190565b5050319060019190565b8147106110dd57604051906020820182811067ffffffffffffffff821117610a2d575f9373ffffffffffffffffffffffffffffffffffffffff859493858095819560405252165af1156110a457565b3d156110b5576040513d5f823e3d90fd5b7fd6bda275000000000000000000000000000000000000000000000000000000005f5260045ffd5b50477fcf479181000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd'

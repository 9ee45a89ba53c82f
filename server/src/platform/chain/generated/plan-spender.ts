// Generated from contracts/artifacts.json: npm run generate

export const planSpenderAbi = [
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
    "name": "CloneCodeNotAClone",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint160",
        "name": "allowance",
        "type": "uint160"
      },
      {
        "internalType": "uint160",
        "name": "price",
        "type": "uint160"
      }
    ],
    "name": "PlanSpenderAllowanceTooLow",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint48",
        "name": "periodStart",
        "type": "uint48"
      }
    ],
    "name": "PlanSpenderAlreadyCharged",
    "type": "error"
  },
  {
    "inputs": [
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
    "name": "PlanSpenderArrivedShort",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "PlanSpenderCallerNotCharger",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint48",
        "name": "deadline",
        "type": "uint48"
      }
    ],
    "name": "PlanSpenderPastDeadline",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "PlanSpenderPermissionRevoked",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint48",
        "name": "period",
        "type": "uint48"
      },
      {
        "internalType": "uint48",
        "name": "expected",
        "type": "uint48"
      }
    ],
    "name": "PlanSpenderWrongPeriod",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint48",
        "name": "periodStart",
        "type": "uint48"
      },
      {
        "internalType": "uint48",
        "name": "current",
        "type": "uint48"
      }
    ],
    "name": "PlanSpenderWrongPeriodStart",
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
        "name": "expected",
        "type": "address"
      }
    ],
    "name": "PlanSpenderWrongToken",
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
      },
      {
        "internalType": "address",
        "name": "payout",
        "type": "address"
      }
    ],
    "name": "charge",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "fee",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "charger",
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
    "name": "terms",
    "outputs": [
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
            "internalType": "bytes32",
            "name": "planKey",
            "type": "bytes32"
          }
        ],
        "internalType": "struct Terms",
        "name": "",
        "type": "tuple"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

/** Runtime code. */
export const planSpenderCode =
  '0x60806040526004361015610011575f80fd5b5f5f3560e01c80630ec6cfab146101e25780637752020b146101735763d50256251461003b575f80fd5b3461017057807ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261017057610071610c1e565b50610120610085610080610c73565b610d46565b6101006040519173ffffffffffffffffffffffffffffffffffffffff815116835273ffffffffffffffffffffffffffffffffffffffff602082015116602084015273ffffffffffffffffffffffffffffffffffffffff604082015116604084015273ffffffffffffffffffffffffffffffffffffffff606082015116606084015273ffffffffffffffffffffffffffffffffffffffff608082015116608084015265ffffffffffff60a08201511660a084015273ffffffffffffffffffffffffffffffffffffffff60c08201511660c084015261ffff60e08201511660e08401520151610100820152f35b80fd5b503461017057807ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261017057602060405173ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b50346105b75760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126105b7576004359067ffffffffffffffff82116105b757816004019060807ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc84360301126105b7576024359073ffffffffffffffffffffffffffffffffffffffff821682036105b75773ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000163303610905576102bf610080610c73565b906102ca8480610952565b6102d48580610952565b946064870165ffffffffffff6102e982610bd1565b1642116108c95750604086019573ffffffffffffffffffffffffffffffffffffffff61031488610dc0565b976040870198828a5116928391160361087c57505065ffffffffffff6080820161033d81610bd1565b8260a089015116928391160361083d5750506060019673ffffffffffffffffffffffffffffffffffffffff61037189610dc0565b986080870199828b511692839116106107f057505073ffffffffffffffffffffffffffffffffffffffff85511691602482016103ad8183610985565b905015159182610718575b50506106f057604051907f2c18d42e00000000000000000000000000000000000000000000000000000000825260206004830152606082806103fd6024820188610a68565b0381865afa9182156105ac575f9261062f575b50604465ffffffffffff835116910165ffffffffffff61042f82610bd1565b1682036105f057505073ffffffffffffffffffffffffffffffffffffffff6040820151166105bb575073ffffffffffffffffffffffffffffffffffffffff87511691813b156105b7575f916104bc91836040518096819582947f415a9735000000000000000000000000000000000000000000000000000000008452604060048501526044840190610a68565b90602483015203925af180156105ac57610599575b5073ffffffffffffffffffffffffffffffffffffffff8551169061ffff60e0840151169182810292818404149015171561056c5750916105426020959273ffffffffffffffffffffffffffffffffffffffff8061271061054897049788938480610550575b50505116945116610be4565b91610de1565b604051908152f35b610565918460c0818651169201511690610de1565b5f84610536565b807f4e487b7100000000000000000000000000000000000000000000000000000000602492526011600452fd5b6105a591505f906109d6565b5f5f6104d1565b6040513d5f823e3d90fd5b5f80fd5b65ffffffffffff9051167fb8d5f028000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b61060065ffffffffffff91610bd1565b7f30270714000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b9091506060813d6060116106e8575b8161064b606093836109d6565b810103126105b75760405190606082019082821067ffffffffffffffff8311176106bb57604091825261067d81610bbe565b835261068b60208201610bbe565b6020840152015173ffffffffffffffffffffffffffffffffffffffff811681036105b7576040820152905f610410565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b3d915061063e565b7fd5f7b8f2000000000000000000000000000000000000000000000000000000005f5260045ffd5b610798925060209161072991610985565b60405193849283927fb9ffc8e100000000000000000000000000000000000000000000000000000000845260406004850152610768604485018b610a68565b917ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc858403016024860152610a2a565b03815f875af19081156105ac575f916107b5575b50155f806103b8565b90506020813d6020116107e8575b816107d0602093836109d6565b810103126105b7575180151581036105b7575f6107ac565b3d91506107c3565b61080e73ffffffffffffffffffffffffffffffffffffffff91610dc0565b7f2479d474000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b61084d65ffffffffffff91610bd1565b7fa87c39c7000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b61089a73ffffffffffffffffffffffffffffffffffffffff91610dc0565b7f61007bff000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b6108d965ffffffffffff91610bd1565b7f53f8b9f2000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b7f2dc64205000000000000000000000000000000000000000000000000000000005f523360045260245ffd5b359073ffffffffffffffffffffffffffffffffffffffff821682036105b757565b9035907ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee1813603018212156105b7570190565b9035907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1813603018212156105b7570180359067ffffffffffffffff82116105b7576020019181360383136105b757565b90601f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0910116810190811067ffffffffffffffff8211176106bb57604052565b359065ffffffffffff821682036105b757565b601f82602094937fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe093818652868601375f8582860101520116010190565b73ffffffffffffffffffffffffffffffffffffffff610a8682610931565b16825273ffffffffffffffffffffffffffffffffffffffff610aaa60208301610931565b16602083015273ffffffffffffffffffffffffffffffffffffffff610ad160408301610931565b166040830152606081013573ffffffffffffffffffffffffffffffffffffffff81168091036105b757606083015265ffffffffffff610b1260808301610a17565b16608083015265ffffffffffff610b2b60a08301610a17565b1660a083015265ffffffffffff610b4460c08301610a17565b1660c083015260e081013560e08301526101008101357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1823603018112156105b757016020813591019067ffffffffffffffff81116105b75780360382136105b7576101208381610100610bbb9601520191610a2a565b90565b519065ffffffffffff821682036105b757565b3565ffffffffffff811681036105b75790565b91908203918211610bf157565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b60405190610120820182811067ffffffffffffffff8211176106bb576040525f610100838281528260208201528260408201528260608201528260808201528260a08201528260c08201528260e08201520152565b604051907f36600557005b365f5f375f5f365f730000000000000000000000000000000000303b805f85303c7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f7fffffffffffffffffffffffffffffff00000000000000000000000000000000008651169260128701967fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffce8201885201011660405203610d1e57565b7ffea461aa000000000000000000000000000000000000000000000000000000005f5260045ffd5b9060a0610d51610c1e565b92602081015160601c8452603481015160601c6020850152604881015160601c6040850152605c81015160601c6060850152607081015160601c6080850152608481015160d01c82850152608a81015160601c60c0850152609e81015160f01c60e08501520151610100830152565b3573ffffffffffffffffffffffffffffffffffffffff811681036105b75790565b90610dec8183610f01565b9173ffffffffffffffffffffffffffffffffffffffff81166040517fa9059cbb000000000000000000000000000000000000000000000000000000005f5273ffffffffffffffffffffffffffffffffffffffff84166004528560245260205f60448180865af19060015f5114821615610ee0575b60405215610eb55750610e7c9291610e7791610f01565b610be4565b818110610e87575050565b7fd60746b9000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b7f5274afe7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b906001811516610ef857823b15153d15161690610e60565b503d5f823e3d90fd5b9190610f0f905a9084610f5b565b929015610f195750565b73ffffffffffffffffffffffffffffffffffffffff907f7f26df10000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b909173ffffffffffffffffffffffffffffffffffffffff821615610fca575f809260249273ffffffffffffffffffffffffffffffffffffffff6020967f70a0823100000000000000000000000000000000000000000000000000000000855216600452fa601f3d1116905f5190565b505031906001919056'

/** Offsets of the words of the runtime code that hold the immutable value. */
export const planSpenderImmutables = [446, 654] as const

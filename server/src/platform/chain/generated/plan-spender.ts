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
    "inputs": [],
    "name": "PlanSpenderGasTooLow",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "PlanSpenderNoFeeOwed",
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
        "name": "start",
        "type": "uint48"
      },
      {
        "internalType": "uint48",
        "name": "end",
        "type": "uint48"
      }
    ],
    "name": "PlanSpenderShortPeriod",
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
      },
      {
        "internalType": "uint256",
        "name": "fee",
        "type": "uint256"
      }
    ],
    "name": "charge",
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
    "inputs": [],
    "name": "feeOwed",
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
      }
    ],
    "name": "revoke",
    "outputs": [],
    "stateMutability": "nonpayable",
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
  '0x6080806040526004361015610012575f80fd5b5f905f3560e01c9081631098894b146104c95750806347cb9ca6146104285780637752020b146103d857806378792f761461029c57806399d32fc4146101ac5763d502562514610060575f80fd5b346101a957806003193601126101a957610078610e43565b5061016061008c610087610ea6565b610f79565b6101406040519173ffffffffffffffffffffffffffffffffffffffff815116835273ffffffffffffffffffffffffffffffffffffffff602082015116602084015273ffffffffffffffffffffffffffffffffffffffff604082015116604084015273ffffffffffffffffffffffffffffffffffffffff606082015116606084015273ffffffffffffffffffffffffffffffffffffffff608082015116608084015265ffffffffffff60a08201511660a084015273ffffffffffffffffffffffffffffffffffffffff60c08201511660c084015261ffff60e08201511660e084015261ffff6101008201511661010084015273ffffffffffffffffffffffffffffffffffffffff610120820151166101208401520151610140820152f35b80fd5b50346101a957806003193601126101a95773ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016330361027057610205610087610ea6565b8154908115610248578161024091846020955573ffffffffffffffffffffffffffffffffffffffff60c0816040840151169201511690611031565b604051908152f35b6004837fae0e63a6000000000000000000000000000000000000000000000000000000008152fd5b807f2dc64205000000000000000000000000000000000000000000000000000000006024925233600452fd5b50346103a85760206003193601126103a85760043567ffffffffffffffff81116103a85761012060031982360301126103a85773ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001633036103ac5773ffffffffffffffffffffffffffffffffffffffff61032c610087610ea6565b5116803b156103a85761037d5f929183926040519485809481937fb2c2b019000000000000000000000000000000000000000000000000000000008352602060048401526024830190600401610646565b03925af1801561039d5761038f575080f35b61039b91505f90610587565b005b6040513d5f823e3d90fd5b5f80fd5b7f2dc64205000000000000000000000000000000000000000000000000000000005f523360045260245ffd5b346103a8575f6003193601126103a857602060405173ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103a85760606003193601126103a85760043567ffffffffffffffff81116103a857608060031982360301126103a85760243573ffffffffffffffffffffffffffffffffffffffff811681036103a85773ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001633036103ac576020916102409160443591600401610809565b346103a8575f6003193601126103a8576020905f548152f35b359073ffffffffffffffffffffffffffffffffffffffff821682036103a857565b9035907ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee1813603018212156103a8570190565b9035907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1813603018212156103a8570180359067ffffffffffffffff82116103a8576020019181360383136103a857565b90601f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0910116810190811067ffffffffffffffff8211176105c857604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b359065ffffffffffff821682036103a857565b601f82602094937fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe093818652868601375f8582860101520116010190565b73ffffffffffffffffffffffffffffffffffffffff610664826104e2565b16825273ffffffffffffffffffffffffffffffffffffffff610688602083016104e2565b16602083015273ffffffffffffffffffffffffffffffffffffffff6106af604083016104e2565b166040830152606081013573ffffffffffffffffffffffffffffffffffffffff81168091036103a857606083015265ffffffffffff6106f0608083016105f5565b16608083015265ffffffffffff61070960a083016105f5565b1660a083015265ffffffffffff61072260c083016105f5565b1660c083015260e081013560e08301526101008101357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1823603018112156103a857016020813591019067ffffffffffffffff81116103a85780360382136103a85761012083816101006107999601520191610608565b90565b519065ffffffffffff821682036103a857565b3565ffffffffffff811681036103a85790565b919082039182116107cf57565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b919082018092116107cf57565b9092915f915f9461081b610087610ea6565b916108268180610503565b916108318280610503565b926060830165ffffffffffff610846826107af565b164211610e075750604084019373ffffffffffffffffffffffffffffffffffffffff61087186611010565b956040880196828851169283911603610dba575050608081019065ffffffffffff61089b836107af565b9260a0890193828551169283911603610d7b5750506060019373ffffffffffffffffffffffffffffffffffffffff6108d286611010565b956080890196828851169283911610610d2e57505073ffffffffffffffffffffffffffffffffffffffff875116916020820161090e8184610536565b905015159081610c75575b50610c4d57604051917f2c18d42e000000000000000000000000000000000000000000000000000000008352602060048401526060838061095d6024820189610646565b0381875afa92831561039d575f93610bb9575b50604065ffffffffffff845116910165ffffffffffff61098f826107af565b168203610b7a575050602082019065ffffffffffff82511665ffffffffffff84511690039065ffffffffffff82116107cf5765ffffffffffff80915116911610610b3d575073ffffffffffffffffffffffffffffffffffffffff604082015116610b08575073ffffffffffffffffffffffffffffffffffffffff84511691813b156103a8575f91610a5891836040518096819582947f415a9735000000000000000000000000000000000000000000000000000000008452604060048501526044840190610646565b90602483015203925af1801561039d57610aee575b5090610a9e91610a988673ffffffffffffffffffffffffffffffffffffffff808751169451166107c2565b91611031565b8215610ae657610ace9173ffffffffffffffffffffffffffffffffffffffff60c081869451169201511690611151565b610ae157610add9082546107fc565b9055565b925050565b509193505050565b610a9e929196505f610aff91610587565b5f959091610a6d565b65ffffffffffff9051167fb8d5f028000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b65ffffffffffff80835116915116907f5c402281000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b610b8a65ffffffffffff916107af565b7f30270714000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b9092506060813d606011610c45575b81610bd560609383610587565b810103126103a85760405190606082019082821067ffffffffffffffff8311176105c8576040918252610c078161079c565b8352610c156020820161079c565b6020840152015173ffffffffffffffffffffffffffffffffffffffff811681036103a8576040820152915f610970565b3d9150610bc8565b7fd5f7b8f2000000000000000000000000000000000000000000000000000000005f5260045ffd5b610cd79150610c8660209185610536565b60405193849283927fb9ffc8e100000000000000000000000000000000000000000000000000000000845260406004850152610cc5604485018c610646565b91600319858403016024860152610608565b03815f885af190811561039d575f91610cf3575b50155f610919565b90506020813d602011610d26575b81610d0e60209383610587565b810103126103a8575180151581036103a8575f610ceb565b3d9150610d01565b610d4c73ffffffffffffffffffffffffffffffffffffffff91611010565b7f2479d474000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b610d8b65ffffffffffff916107af565b7fa87c39c7000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b610dd873ffffffffffffffffffffffffffffffffffffffff91611010565b7f61007bff000000000000000000000000000000000000000000000000000000005f521660045260245260445ffd5b610e1765ffffffffffff916107af565b7f53f8b9f2000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b60405190610160820182811067ffffffffffffffff8211176105c8576040525f610140838281528260208201528260408201528260608201528260808201528260a08201528260c08201528260e082015282610100820152826101208201520152565b604051907f36600557005b365f5f375f5f365f730000000000000000000000000000000000303b805f85303c7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f7fffffffffffffffffffffffffffffff00000000000000000000000000000000008651169260128701967fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffce8201885201011660405203610f5157565b7ffea461aa000000000000000000000000000000000000000000000000000000005f5260045ffd5b9060b6610f84610e43565b92602081015160601c8452603481015160601c6020850152604881015160601c6040850152605c81015160601c6060850152607081015160601c6080850152608481015160d01c60a0850152608a81015160601c60c0850152609e81015160f01c60e085015260a081015160f01c61010085015260a281015160601c6101208501520151610140830152565b3573ffffffffffffffffffffffffffffffffffffffff811681036103a85790565b9061103c8183611248565b9173ffffffffffffffffffffffffffffffffffffffff81166040517fa9059cbb000000000000000000000000000000000000000000000000000000005f5273ffffffffffffffffffffffffffffffffffffffff84166004528560245260205f60448180865af19060015f5114821615611130575b6040521561110557506110cc92916110c791611248565b6107c2565b8181106110d7575050565b7fd60746b9000000000000000000000000000000000000000000000000000000005f5260045260245260445ffd5b7f5274afe7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b90600181151661114857823b15153d151616906110b0565b503d5f823e3d90fd5b9061115c8183611248565b60405160208101927fa9059cbb00000000000000000000000000000000000000000000000000000000845273ffffffffffffffffffffffffffffffffffffffff81166024830152856044830152604482526111b8606483610587565b620176d05a10611220575f806111db956110c7945190828961ea60f15084611248565b908282101561121857811590816111f9575b50156110d75750505f90565b61120591503090611248565b611210835f546107fc565b11155f6111ed565b505050600190565b7f341f3a66000000000000000000000000000000000000000000000000000000005f5260045ffd5b9190611256905a90846112a2565b9290156112605750565b73ffffffffffffffffffffffffffffffffffffffff907f7f26df10000000000000000000000000000000000000000000000000000000005f521660045260245ffd5b909173ffffffffffffffffffffffffffffffffffffffff821615611311575f809260249273ffffffffffffffffffffffffffffffffffffffff6020967f70a0823100000000000000000000000000000000000000000000000000000000855216600452fa601f3d1116905f5190565b505031906001919056'

/** For each immutable value, the offsets of the words of the runtime code that hold it. */
export const planSpenderImmutables = [[468, 742, 1028, 1168]] as const

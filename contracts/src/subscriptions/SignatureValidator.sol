// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Signature validator
/// @notice Verifies EIP-6492 signatures, of wallets that may not be deployed yet.
/// @dev The signature contains a call that deploys the wallet. Its author chooses target and
/// calldata, so this contract can be made to call anything. It must never hold money or an
/// allowance. The manager holds allowances and therefore leaves these signatures to this contract.
contract SignatureValidator {
    /// @notice Returns whether `account` signed `hash`. Calls the factory unless the wallet already
    /// accepts the signature. Anyone may call.
    /// @param signature abi.encode(address factory, bytes factoryCalldata, bytes signature) and the
    /// 32 bytes of EIP-6492.
    function isValidSignature(address account, bytes32 hash, bytes calldata signature)
        external
        returns (bool)
    {
        (address factory, bytes memory factoryCalldata, bytes memory inner) =
            abi.decode(signature[:signature.length - 32], (address, bytes, bytes));
        if (SignatureChecker.isValidERC1271SignatureNow(account, hash, inner)) return true;

        // The wallet's own response decides, whether the call succeeds or not.
        LowLevelCall.callNoReturn(factory, factoryCalldata);
        return SignatureChecker.isValidERC1271SignatureNow(account, hash, inner);
    }
}

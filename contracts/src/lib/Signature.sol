// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Signature
/// @notice Verifies signatures of plain wallets and of EIP-1271 wallets.
library Signature {
    /// @notice Returns whether `account` signed `hash`. Never reverts because of the wallet's
    /// response.
    /// @dev Accepts the key of an account first, even if the account has code. The key of an
    /// EIP-7702 account can replace that code at any time. The call to a wallet is static and
    /// copies one word of its response.
    function isValid(address account, bytes32 hash, bytes calldata signature)
        internal
        view
        returns (bool)
    {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature);
        if (failure == ECDSA.RecoverError.NoError && signer == account) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(account, hash, signature);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {SpendPermission} from "./ISpendPermissionManager.sol";

/// @title PermissionHash
/// @notice Computes the hash of a permission without a call to its manager.
library PermissionHash {
    bytes32 internal constant TYPEHASH = keccak256(
        "SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)"
    );
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant NAME_HASH = keccak256("Spend Permission Manager");
    bytes32 private constant VERSION_HASH = keccak256("1");

    /// @notice Returns the EIP-712 hash of the permission for this manager on this chain.
    function hashFor(SpendPermission calldata permission, address manager)
        internal
        view
        returns (bytes32)
    {
        bytes32 typeHash = TYPEHASH;
        bytes32 extraHash = keccak256(permission.extraData);
        bytes32 structHash;
        // The first eight fields are words in calldata as in the hash. Reading a field elsewhere
        // rejects dirty bits.
        assembly ("memory-safe") {
            let start := mload(0x40)
            mstore(start, typeHash)
            calldatacopy(add(start, 32), permission, 256)
            mstore(add(start, 288), extraHash)
            structHash := keccak256(start, 320)
        }
        return MessageHashUtils.toTypedDataHash(_domainOf(manager), structHash);
    }

    /// @dev Computed on each call, because the code must be the same on every chain.
    function _domainOf(address manager) private view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, NAME_HASH, VERSION_HASH, block.chainid, manager)
        );
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CloneCode
/// @notice Builds minimal proxies with their configuration in the code: cheap to create, immutable,
/// and without an initializer. A clone runs `implementation` by delegatecall and holds `args` after
/// its last instruction.
/// @dev A call without calldata stops before the delegatecall. A clone therefore accepts native
/// tokens for 15 gas, well within the stipend of 2,300. Runtime code, 50 bytes before `args`:
///
///   36 6005 57 00 5b          if (calldatasize == 0) stop
///   36 5f 5f 37               calldatacopy(0, 0, calldatasize)
///   5f 5f 36 5f 73.. 5a f4    ok = delegatecall(gas, implementation, 0, calldatasize, 0, 0)
///   3d 5f 5f 3e               returndatacopy(0, 0, returndatasize)
///   5f 3d 91 6030 57 fd 5b f3 ok ? return(0, returndatasize) : revert(0, returndatasize)
library CloneCode {
    /// @dev Size of the runtime code before the arguments, in bytes.
    uint256 private constant SIZE = 50;

    /// @dev Runtime code before the implementation address. It identifies a clone.
    bytes15 private constant HEAD = hex"36600557005b365f5f375f5f365f73";
    bytes15 private constant TAIL = hex"5af43d5f5f3e5f3d91603057fd5bf3";

    /// @notice Thrown when the code does not run in a clone and so has no arguments.
    error CloneCodeNotAClone();

    /// @notice Returns the creation code of a clone. Its hash determines the CREATE2 address of the
    /// clone.
    /// @param args At most 24,526 bytes, because of the code size limit.
    function creationCode(address implementation, bytes memory args) internal pure returns (bytes memory) {
        // 61.. 80 600a 5f 39 5f f3: codecopy(0, 10, size), return(0, size).
        return abi.encodePacked(
            hex"61", uint16(SIZE + args.length), hex"80600a5f395ff3", HEAD, implementation, TAIL, args
        );
    }

    /// @notice Returns the arguments of the clone that runs this code. Reverts in the
    /// implementation itself, whose own code would otherwise be read as arguments.
    function readArgs() internal view returns (bytes memory args) {
        bytes15 head;
        // Copy the clone's code to free memory once, and overwrite the bytes before the arguments
        // with their length. `args` is not word-aligned, which Solidity does not require.
        assembly ("memory-safe") {
            let start := mload(0x40)
            let size := extcodesize(address())
            extcodecopy(address(), start, 0, size)
            head := and(mload(start), not(sub(shl(136, 1), 1)))
            args := add(start, sub(SIZE, 32))
            mstore(args, sub(size, SIZE))
            mstore(0x40, and(add(add(start, size), 31), not(31)))
        }
        if (head != HEAD) revert CloneCodeNotAClone();
    }

    /// @notice Returns the arguments of the clone at `account`, and the hash of the creation code
    /// that makes such a clone. Does not verify that it is a clone: derive its address from the
    /// hash, and compare.
    /// @param length The length of the arguments. Missing bytes are zeros.
    function inspect(address account, uint256 length)
        internal
        view
        returns (bytes memory args, bytes32 creationHash)
    {
        // Write the first ten bytes of `creationCode`, with the code of the account after them. Its
        // first bytes then give way to the length of the arguments.
        assembly ("memory-safe") {
            let start := mload(0x40)
            let size := add(SIZE, length)
            mstore(start, or(shl(248, 0x61), or(shl(232, size), shl(176, 0x80600a5f395ff3))))
            extcodecopy(account, add(start, 10), 0, size)
            creationHash := keccak256(start, add(size, 10))
            args := add(start, sub(add(10, SIZE), 32))
            mstore(args, length)
            mstore(0x40, and(add(start, add(length, 91)), not(31)))
        }
    }
}

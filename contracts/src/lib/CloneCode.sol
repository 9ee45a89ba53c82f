// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CloneCode
/// @notice A minimal proxy whose configuration is part of its code: cheap to make, impossible to change, and
/// nothing to initialise. It runs `implementation` by delegatecall and has `args` behind its last instruction.
/// @dev A call without calldata ends before the delegatecall, so that a clone takes native coin for 15 gas and
/// every sender that gives 2,300 can pay it. Runtime, 50 bytes before `args`:
///
///   36 6005 57 00 5b          if (calldatasize == 0) stop
///   36 5f 5f 37               calldatacopy(0, 0, calldatasize)
///   5f 5f 36 5f 73.. 5a f4    ok = delegatecall(gas, implementation, 0, calldatasize, 0, 0)
///   3d 5f 5f 3e               returndatacopy(0, 0, returndatasize)
///   5f 3d 91 6030 57 fd 5b f3 ok ? return(0, returndatasize) : revert(0, returndatasize)
library CloneCode {
    /// @dev Bytes of runtime code in front of the arguments.
    uint256 private constant SIZE = 50;

    /// @dev The runtime up to the address of the implementation, which is how a clone knows itself.
    bytes15 private constant HEAD = hex"36600557005b365f5f375f5f365f73";
    bytes15 private constant TAIL = hex"5af43d5f5f3e5f3d91603057fd5bf3";

    /// @notice This code does not run inside a clone, so there are no arguments.
    error CloneCodeNotAClone();

    /// @notice The code that creates a clone; its hash decides the clone's address under CREATE2.
    /// @param args At most 24,526 bytes, the limit on code.
    function creationCode(address implementation, bytes memory args) internal pure returns (bytes memory) {
        // 61.. 80 600a 5f 39 5f f3: codecopy(0, 10, size), return(0, size).
        return abi.encodePacked(
            hex"61", uint16(SIZE + args.length), hex"80600a5f395ff3", HEAD, implementation, TAIL, args
        );
    }

    /// @notice The arguments of the clone this runs in. Reverts in the implementation itself, whose own code
    /// would otherwise be taken for them.
    function readArgs() internal view returns (bytes memory args) {
        bytes15 head;
        // The clone's code is read once, to free memory; its bytes before the arguments are overwritten by
        // their length. `args` is not aligned to a word, which Solidity does not ask for.
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
}

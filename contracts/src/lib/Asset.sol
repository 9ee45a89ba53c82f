// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title Asset
/// @notice Native coin or an ERC-20 behind one set of functions. All of them expect an address that went through
/// `normalise`, so that storage and events know native coin by one name.
library Asset {
    /// @notice How native coin is written here.
    address internal constant NATIVE = address(0);

    /// @notice How many others write it.
    address internal constant NATIVE_ALIAS = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// @dev What one attempt may use. Enough for wallets that are contracts, and for tokens behind proxies.
    uint256 internal constant NATIVE_GAS = 100_000;
    uint256 internal constant TOKEN_GAS = 300_000;

    /// @notice There is too little gas to give an attempt all it may use.
    error AssetGasTooLow();

    /// @notice The token does not say what an account holds, or is no token.
    error AssetBalanceUnknown(address token);

    /// @notice The one name of an asset: both spellings of native coin become `address(0)`.
    function normalise(address token) internal pure returns (address) {
        return token == NATIVE_ALIAS ? NATIVE : token;
    }

    /// @notice What `account` holds, in base units. Reverts when the token does not say.
    function balanceOf(address token, address account) internal view returns (uint256 amount) {
        bool ok;
        (ok, amount) = tryBalanceOf(token, account, gasleft());
        if (!ok) revert AssetBalanceUnknown(token);
    }

    /// @notice The same with bounded gas; says whether the token answered.
    function tryBalanceOf(address token, address account, uint256 gasBound)
        internal
        view
        returns (bool ok, uint256 amount)
    {
        if (token == NATIVE) return (true, account.balance);

        bytes4 selector = IERC20.balanceOf.selector;
        assembly ("memory-safe") {
            mstore(0x00, selector)
            mstore(0x04, and(account, shr(96, not(0))))
            ok := staticcall(gasBound, token, 0x00, 0x24, 0x00, 0x20)
            ok := and(ok, gt(returndatasize(), 31))
            amount := mload(0x00)
        }
    }

    /// @notice Sends, or reverts. A token that returns nothing has sent; one that returns anything but true has not.
    function send(address token, address to, uint256 amount) internal {
        if (token == NATIVE) return Address.sendValue(payable(to), amount);
        SafeERC20.safeTransfer(IERC20(token), to, amount);
    }

    /// @notice Sends with bounded gas and says whether it did; by the same rules as `send`.
    /// @dev Reverts when it cannot give the whole bound: otherwise a caller could make a good receiver look bad by
    /// sending too little gas, and wallets that look for the lowest limit that works would find exactly that one.
    function trySend(address token, address to, uint256 amount) internal returns (bool ok) {
        if (token == NATIVE) return tryCall(to, amount, NATIVE_GAS);

        bytes4 selector = IERC20.transfer.selector;
        requireGas(TOKEN_GAS);
        // Calldata in scratch space, at most one word of the answer taken: a long answer costs its sender alone.
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(0x00, selector)
            mstore(0x04, and(to, 0xffffffffffffffffffffffffffffffffffffffff))
            mstore(0x24, amount)
            ok := call(TOKEN_GAS, token, 0, 0x00, 0x44, 0x00, 0x20)
            if iszero(and(ok, and(gt(returndatasize(), 31), eq(mload(0x00), 1)))) {
                ok := and(ok, and(iszero(returndatasize()), gt(extcodesize(token), 0)))
            }
            mstore(0x40, free)
        }
    }

    function tryCall(address to, uint256 amount, uint256 gasBound) private returns (bool ok) {
        requireGas(gasBound);
        assembly ("memory-safe") {
            ok := call(gasBound, to, amount, 0, 0, 0, 0)
        }
    }

    /// @dev A call passes on 63 of 64 parts at most, of what is left once it has paid for itself: up to 36,600 for
    /// a cold account, the value, and an account that does not exist yet.
    function requireGas(uint256 gasBound) private view {
        if (gasleft() < gasBound + gasBound / 63 + 40_000) revert AssetGasTooLow();
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title Asset
/// @notice Handles native tokens and ERC-20 tokens with one set of functions. They expect an
/// address returned by `normalize`, so that storage and events use one address for native tokens.
library Asset {
    /// @notice Represents native tokens in this repository.
    address internal constant NATIVE = address(0);

    /// @notice Represents native tokens in many other projects.
    address internal constant NATIVE_ALIAS = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// @dev Limits the gas of one `trySend`. Enough for contract wallets, and for tokens behind
    /// proxies.
    uint256 internal constant NATIVE_GAS = 100_000;
    uint256 internal constant TOKEN_GAS = 300_000;

    /// @notice Thrown when too little gas is left to forward the full gas limit of `trySend`.
    error AssetGasTooLow();

    /// @notice Thrown when `token` does not return a balance, or is not a token.
    error AssetBalanceUnknown(address token);

    /// @notice Returns `address(0)` for both addresses of native tokens, and any other address
    /// unchanged.
    function normalize(address token) internal pure returns (address) {
        return token == NATIVE_ALIAS ? NATIVE : token;
    }

    /// @notice Returns the balance of `account` in base units. Reverts if the token does not return
    /// one.
    function balanceOf(address token, address account) internal view returns (uint256 amount) {
        bool ok;
        (ok, amount) = tryBalanceOf(token, account, gasleft());
        if (!ok) revert AssetBalanceUnknown(token);
    }

    /// @notice Returns the balance with at most `gasBound` gas for the call. `ok` is false if the
    /// token returns none.
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

    /// @notice Sends `amount` base units, or reverts. A token succeeds if it returns true or
    /// nothing.
    function send(address token, address to, uint256 amount) internal {
        if (token == NATIVE) return Address.sendValue(payable(to), amount);
        SafeERC20.safeTransfer(IERC20(token), to, amount);
    }

    /// @notice Sends with limited gas and returns whether it succeeded, by the same rules as
    /// `send`.
    /// @dev Reverts if it cannot forward the full limit. Otherwise a caller could make a good
    /// recipient fail by sending too little gas. Gas estimation, which picks the lowest limit that
    /// does not revert, would then pick that limit.
    function trySend(address token, address to, uint256 amount) internal returns (bool ok) {
        if (token == NATIVE) return tryCall(to, amount, NATIVE_GAS);

        bytes4 selector = IERC20.transfer.selector;
        requireGas(TOKEN_GAS);
        // Put calldata in scratch space and copy at most one word back: long return data costs only
        // the token.
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

    /// @dev A call forwards at most 63/64 of the gas left after its own cost. That cost is up to
    /// 36,600: a cold account, a value transfer and a new account.
    function requireGas(uint256 gasBound) private view {
        if (gasleft() < gasBound + gasBound / 63 + 40_000) revert AssetGasTooLow();
    }
}

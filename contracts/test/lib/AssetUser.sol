// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Asset} from "../../src/lib/Asset.sol";

/// @notice The functions of Asset, for tests to call.
contract AssetUser {
    receive() external payable {}

    function send(address token, address to, uint256 amount) external {
        Asset.send(token, to, amount);
    }

    function trySend(address token, address to, uint256 amount) external returns (bool) {
        return Asset.trySend(token, to, amount);
    }

    function balanceOf(address token, address account) external view returns (uint256) {
        return Asset.balanceOf(token, account);
    }

    function normalize(address token) external pure returns (address) {
        return Asset.normalize(token);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @notice Implements a contract wallet that accepts its payments in a simulation and refuses them
/// on chain.
contract HostileWallet is IERC1271 {
    /// @notice The gas that accepting a signature uses. It raises a gas estimate.
    uint256 private constant ACCEPT_GAS = 300_000;

    /// @notice Accepts a signature if its first 32 bytes are the random value of the block, or if
    /// they are zero and there is no gas price. Otherwise burns all gas. Simulations have the
    /// random value of the latest block.
    function isValidSignature(bytes32, bytes calldata signature) external view returns (bytes4) {
        uint256 random = uint256(bytes32(signature[:32]));
        bool accepts = random == 0 ? tx.gasprice == 0 : random == block.prevrandao;
        if (!accepts) {
            assembly {
                invalid()
            }
        }
        uint256 gasAtEnd = gasleft() - ACCEPT_GAS;
        while (gasleft() > gasAtEnd) {}
        return this.isValidSignature.selector;
    }
}

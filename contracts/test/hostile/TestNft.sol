// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @notice Implements an ERC-721, whose `transferFrom` has the selector of an ERC-20.
contract TestNft is ERC721("Nft", "NFT") {
    function mint(address to, uint256 id) external {
        _mint(to, id);
    }
}

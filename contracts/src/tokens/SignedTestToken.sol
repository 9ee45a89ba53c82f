// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC3009, IERC3009Cancel} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

import {TestToken} from "./TestToken.sol";

/// @title Play money that moves by signature
/// @notice A token in the manner of Circle's: EIP-2612 permits and EIP-3009 authorizations, each with its
/// signature as (v, r, s) or as bytes, by a key or by an EIP-1271 wallet. Anyone may submit a signature, except
/// where a function says otherwise. Times are in Unix seconds.
abstract contract SignedTestToken is TestToken, IERC20Permit, IERC3009, IERC3009Cancel {
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    /// @notice The version of the EIP-712 domain.
    string public constant version = "2";

    /// @notice The nonce of an owner's next permit.
    mapping(address owner => uint256) public nonces;

    /// @notice Whether an authorization was used or canceled, which is the end of it either way.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    error SignedTestTokenInvalidSignature(address signer);
    error SignedTestTokenPermitExpired(uint256 deadline);
    error SignedTestTokenAuthorizationNotYetValid(uint256 validAfter);
    error SignedTestTokenAuthorizationExpired(uint256 validBefore);
    error SignedTestTokenAuthorizationUsed(address authorizer, bytes32 nonce);
    error SignedTestTokenCallerNotPayee(address caller, address payee);

    /// @notice Lets `spender` take up to `amount` units of the caller, instead of what it was allowed before.
    function approve(address spender, uint256 amount) external returns (bool) {
        _approve(msg.sender, spender, amount);
        return true;
    }

    /// @notice Moves `amount` units of the caller.
    function transfer(address to, uint256 amount) external returns (bool) {
        _transfer(msg.sender, to, amount);
        return true;
    }

    /// @notice Moves `amount` units of `from`, who allowed the caller as much.
    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        _transferFrom(msg.sender, from, to, amount);
        return true;
    }

    /// @inheritdoc IERC20Permit
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        permit(owner, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    /// @notice Sets an allowance that `owner` signed, up to and including the second of the deadline.
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        bytes memory signature
    ) public {
        if (block.timestamp > deadline) revert SignedTestTokenPermitExpired(deadline);

        uint256 nonce = nonces[owner]++;
        bytes32 hash = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonce, deadline));
        _requireSignature(owner, hash, signature);
        _approve(owner, spender, value);
    }

    /// @inheritdoc IERC3009
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        transferWithAuthorization(
            from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v)
        );
    }

    /// @notice Moves `value` units that `from` signed over to `to`, once, between the two times, exclusive.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        bytes32 hash = keccak256(
            abi.encode(
                TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce
            )
        );
        _useAuthorization(from, validAfter, validBefore, nonce, hash, signature);
        _transfer(from, to, value);
    }

    /// @inheritdoc IERC3009
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        receiveWithAuthorization(
            from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v)
        );
    }

    /// @notice The same, for `to` alone to submit: what the payee does with the money cannot be cut off from it.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        if (msg.sender != to) revert SignedTestTokenCallerNotPayee(msg.sender, to);

        bytes32 hash = keccak256(
            abi.encode(
                RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce
            )
        );
        _useAuthorization(from, validAfter, validBefore, nonce, hash, signature);
        _transfer(from, to, value);
    }

    /// @inheritdoc IERC3009Cancel
    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)
        external
    {
        cancelAuthorization(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    /// @notice Spends the nonce of an authorization without moving anything.
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) public {
        _requireUnused(authorizer, nonce);
        bytes32 hash = keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce));
        _requireSignature(authorizer, hash, signature);

        authorizationState[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function _useAuthorization(
        address from,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes32 hash,
        bytes memory signature
    ) private {
        if (block.timestamp <= validAfter) revert SignedTestTokenAuthorizationNotYetValid(validAfter);
        if (block.timestamp >= validBefore) revert SignedTestTokenAuthorizationExpired(validBefore);
        _requireUnused(from, nonce);
        _requireSignature(from, hash, signature);

        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
    }

    function _requireUnused(address authorizer, bytes32 nonce) private view {
        if (authorizationState[authorizer][nonce]) {
            revert SignedTestTokenAuthorizationUsed(authorizer, nonce);
        }
    }

    function _requireSignature(address signer, bytes32 structHash, bytes memory signature) private view {
        bytes32 digest = MessageHashUtils.toTypedDataHash(DOMAIN_SEPARATOR(), structHash);
        if (!SignatureChecker.isValidSignatureNow(signer, digest, signature)) {
            revert SignedTestTokenInvalidSignature(signer);
        }
    }

    /// @notice The EIP-712 domain of this token at this address on this chain.
    /// @dev Computed each time: the code may be placed at an address where no constructor ever ran.
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256(bytes(name())),
                keccak256(bytes(version)),
                block.chainid,
                address(this)
            )
        );
    }

    /// @notice The name of the token and of its EIP-712 domain.
    function name() public pure virtual returns (string memory);
}

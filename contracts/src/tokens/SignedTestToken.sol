// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC3009, IERC3009Cancel} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

import {TestToken} from "./TestToken.sol";

/// @title Test token with signed transfers
/// @notice Supports EIP-2612 permits and EIP-3009 authorizations like Circle's tokens. Signatures
/// are (v, r, s) or bytes, by a key or an EIP-1271 wallet. Anyone may submit a signature, except
/// where a function states otherwise. Times are in Unix seconds.
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

    /// @notice Returns the version of the EIP-712 domain.
    string public constant version = "2";

    /// @notice Returns the nonce of an owner's next permit.
    mapping(address owner => uint256) public nonces;

    /// @notice Returns whether an authorization was used or canceled. Both are final.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    error SignedTestTokenInvalidSignature(address signer);
    error SignedTestTokenPermitExpired(uint256 deadline);
    error SignedTestTokenAuthorizationNotYetValid(uint256 validAfter);
    error SignedTestTokenAuthorizationExpired(uint256 validBefore);
    error SignedTestTokenAuthorizationUsed(address authorizer, bytes32 nonce);
    error SignedTestTokenCallerNotPayee(address caller, address payee);

    /// @notice Sets the units that `spender` may take from the caller, replacing the earlier
    /// allowance.
    function approve(address spender, uint256 amount) external returns (bool) {
        _approve(msg.sender, spender, amount);
        return true;
    }

    /// @notice Moves `amount` units from the caller to `to`.
    function transfer(address to, uint256 amount) external returns (bool) {
        _transfer(msg.sender, to, amount);
        return true;
    }

    /// @notice Moves `amount` units from `from` to `to`, within the caller's allowance.
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

    /// @notice Sets an allowance that `owner` signed. The signature is valid until `deadline`,
    /// inclusive.
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

    /// @notice Moves `value` units from the signer `from` to `to`, once per `nonce`, between the
    /// two times, exclusive.
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

    /// @notice Works like `transferWithAuthorization`, but only `to` may call. A third party cannot
    /// separate the transfer from the payee's own logic.
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

    /// @notice Invalidates the nonce of an unused authorization without moving tokens. `authorizer`
    /// must have signed.
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

    /// @notice Returns the EIP-712 domain separator of this token at this address on this chain.
    /// @dev Computed on each call, because the code may be placed at an address where no
    /// constructor ran.
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

    /// @notice Returns the name of the token and of its EIP-712 domain.
    function name() public pure virtual returns (string memory);
}
